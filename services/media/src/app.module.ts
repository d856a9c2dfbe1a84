import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { ObjectStoreModule } from '@docfolio/service-kit/object-store/object-store.module';
import { Module } from '@nestjs/common';
import { config } from './config.js';
import { ImagesModule } from './images/images.module.js';

@Module({
  imports: [
    MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }),
    ObjectStoreModule.forRoot(config, config.OBJECT_BUCKET),
    ImagesModule.forRoot({
      secret: config.BYTES_SECRET,
      bytes: { host: config.BYTES_HOST, port: config.BYTES_PORT },
      spoolFolder: config.SPOOL_DIR,
    }),
  ],
})
export class AppModule {}
