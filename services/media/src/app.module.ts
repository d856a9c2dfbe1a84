import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { ObjectStoreModule } from '@docfolio/service-kit/object-store/object-store.module';
import { Module } from '@nestjs/common';
import { BytesModule } from './bytes.module.js';
import { config } from './config.js';
import { database } from './database.js';
import { ImagesModule } from './images/images.module.js';
import { RemotesModule } from './remotes/remotes.module.js';

const images = ImagesModule.forRoot({ spoolFolder: config.SPOOL_DIR });
const remotes = RemotesModule.forRoot({ redisUrl: config.REDIS_URL, publicKeys: config.REMOTES_PUBLIC_KEYS });

@Module({
  imports: [
    MongoModule.forRoot(database),
    ObjectStoreModule.forRoot(config, config.OBJECT_BUCKET),
    images,
    remotes,
    BytesModule.forRoot({
      secret: config.BYTES_SECRET,
      address: { host: config.BYTES_HOST, port: config.BYTES_PORT },
      imports: [images, remotes],
    }),
  ],
})
export class AppModule {}
