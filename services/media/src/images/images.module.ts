import { bytesPrefix, bytesRoute } from '@docfolio/service-kit/bytes/bytes-routes';
import { InternalRoutes } from '@docfolio/service-kit/internal-routes';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { OBJECT_STORE } from '@docfolio/service-kit/object-store/object-store.module';
import { type DynamicModule, Inject, Injectable, Module } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { ImageBytes } from './image-bytes.js';
import { ImageUploads } from './image-uploads.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository, imageSchema } from './images.repository.js';
import { ImagesService } from './images.service.js';
import { ImagesSweeper } from './images.sweeper.js';
import { Spool } from './spool.js';
import { VariantsProcessor } from './variants.processor.js';

const SECRET = Symbol('BYTES_SECRET');

export interface ImagesOptions {
  /** BYTES_SECRET */
  secret: string;
  /** Where uploads lie until they are stored. */
  spoolFolder: string;
}

/** The way of bytes into this service and out of it: its internal port, to whoever shows a grant. */
@Injectable()
class ImageRoutes {
  constructor(
    @Inject(SECRET) secret: string,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
    routes: InternalRoutes,
    bytes: ImageBytes,
    uploads: ImageUploads,
  ) {
    const route = bytesRoute(
      {
        ...{ service: 'media', secret },
        find: (name, query) => bytes.find(name, query),
        receive: (id, request, gone) => uploads.take(id, request, gone),
      },
      store,
      logger,
    );
    routes.add(bytesPrefix, route);
  }
}

@Module({})
export class ImagesModule {
  static forRoot({ secret, spoolFolder }: ImagesOptions): DynamicModule {
    return {
      module: ImagesModule,
      imports: [MongoModule.forFeature('images', imageSchema)],
      controllers: [ImagesController],
      providers: [
        { provide: SECRET, useValue: secret },
        { provide: Spool, useValue: new Spool(spoolFolder) },
        PictureQueue,
        ImagesRepository,
        ImagesService,
        ImageBytes,
        ImageUploads,
        ImageRoutes,
        VariantsProcessor,
        ImagesSweeper,
      ],
    };
  }
}
