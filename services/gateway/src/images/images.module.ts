import { type DynamicModule, Module } from '@nestjs/common';
import type { GatewayConfig } from '../config.schema.js';
import { ImageOwner } from './image-owner.js';
import { ImagesController } from './images.controller.js';

@Module({})
export class ImagesModule {
  static forRoot({ MEDIA_URL, BYTES_SECRET }: GatewayConfig, auth: DynamicModule): DynamicModule {
    return {
      module: ImagesModule,
      imports: [auth],
      controllers: [ImagesController],
      providers: [{ provide: ImageOwner, useValue: new ImageOwner({ url: MEDIA_URL, secret: BYTES_SECRET }) }],
    };
  }
}
