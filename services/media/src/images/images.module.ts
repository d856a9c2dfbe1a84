import { bytesRoute } from '@docfolio/service-kit/bytes/bytes-routes';
import { type BytesAddress, BytesListener } from '@docfolio/service-kit/bytes/bytes-server';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { OBJECT_STORE } from '@docfolio/service-kit/object-store/object-store.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { ImageBytes } from './image-bytes.js';
import { ImageUploads } from './image-uploads.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository, imageSchema } from './images.repository.js';
import { ImagesService } from './images.service.js';
import { ImagesSweeper } from './images.sweeper.js';
import { Spool } from './spool.js';
import { VariantsProcessor } from './variants.processor.js';

export interface ImagesOptions {
  secret: string;
  bytes: BytesAddress;
  spoolFolder: string;
}

@Module({})
export class ImagesModule {
  static forRoot({ secret, bytes: address, spoolFolder }: ImagesOptions): DynamicModule {
    return {
      module: ImagesModule,
      imports: [MongoModule.forFeature('images', imageSchema)],
      controllers: [ImagesController],
      providers: [
        { provide: Spool, useValue: new Spool(spoolFolder) },
        PictureQueue,
        ImagesRepository,
        ImagesService,
        ImageBytes,
        ImageUploads,
        {
          provide: BytesListener,
          inject: [OBJECT_STORE, LOGGER, ImageBytes, ImageUploads],
          useFactory: (store: ObjectStore, logger: Logger, bytes: ImageBytes, uploads: ImageUploads) => {
            const route = bytesRoute(
              {
                service: 'media',
                secret,
                find: (name, query) => bytes.find(name, query),
                receive: (id, request, signal) => uploads.receive(id, request, signal),
              },
              store,
              logger,
            );
            return new BytesListener(address, route, logger);
          },
        },
        VariantsProcessor,
        ImagesSweeper,
      ],
    };
  }
}
