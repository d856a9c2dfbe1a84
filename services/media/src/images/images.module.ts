import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { PictureProcess } from '../pictures/picture-process.js';
import { PictureQueue } from '../pictures/picture-queue.js';
import { type PictureWork, pictureWorkToken } from '../pictures/picture-work.js';
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
  /** @param options.pictureProgram program that decodes pictures. Default: the service itself */
  static forRoot(options: { spoolFolder: string; pictureProgram?: string | undefined }): DynamicModule {
    const { spoolFolder, pictureProgram } = options;
    return {
      module: ImagesModule,
      imports: [MongoModule.forFeature('images', imageSchema)],
      controllers: [ImagesController],
      providers: [
        { provide: Spool, useValue: new Spool(spoolFolder) },
        PictureQueue,
        {
          provide: pictureWorkToken,
          inject: [loggerToken],
          useFactory: (logger: Logger) => pictureWorkOf(pictureProgram, logger),
        },
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

/** libvips is loaded only where it is used. */
async function pictureWorkOf(program: string | undefined, logger: Logger): Promise<PictureWork> {
  if (program !== undefined) return new PictureProcess({ program, logger });
  const { vipsWork } = await import('../pictures/vips-work.js');
  return vipsWork;
}
