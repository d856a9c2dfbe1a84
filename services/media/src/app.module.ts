import { ObjectStoreModule } from '@docfolio/service-kit/object-store/object-store.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { BytesModule } from './bytes.module.js';
import type { Config } from './config.schema.js';
import { ImagesModule } from './images/images.module.js';
import { RemotesModule } from './remotes/remotes.module.js';

@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    const images = ImagesModule.forRoot({ spoolFolder: config.SPOOL_DIR, pictureProgram: config.PICTURE_PROGRAM });
    const remotes = RemotesModule.forRoot({ redisUrl: config.REDIS_URL, publicKeys: config.REMOTES_PUBLIC_KEYS });
    return {
      module: AppModule,
      imports: [
        ObjectStoreModule.forRoot(config, config.OBJECT_BUCKET),
        images,
        remotes,
        BytesModule.forRoot({
          secret: config.BYTES_SECRET,
          address: { host: config.BYTES_HOST, port: config.BYTES_PORT },
          imports: [images, remotes],
        }),
      ],
    };
  }
}
