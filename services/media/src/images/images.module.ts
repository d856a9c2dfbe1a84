import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { ImageBytes } from './image-bytes.js';
import { ImageFigures } from './image-figures.js';
import { ImageUploads } from './image-uploads.js';
import { ImagesController } from './images.controller.js';
import { ImagesRepository, imageSchema } from './images.repository.js';
import { ImagesService } from './images.service.js';
import { ImagesSweeper } from './images.sweeper.js';
import { Spool } from './spool.js';
import { VariantsProcessor } from './variants.processor.js';

@Module({})
export class ImagesModule {
  static forRoot({ spoolFolder }: { spoolFolder: string }): DynamicModule {
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
        ImageFigures,
        VariantsProcessor,
        ImagesSweeper,
      ],
      exports: [ImageBytes, ImageUploads],
    };
  }
}
