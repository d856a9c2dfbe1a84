import { type DynamicModule, Module } from '@nestjs/common';
import type { GatewayConfig } from '../config.schema.js';
import { BuildFiles } from './build-files.js';
import { RemotesController } from './remotes.controller.js';

@Module({})
export class RemotesModule {
  static forRoot({ MEDIA_URL, BYTES_SECRET }: GatewayConfig, auth: DynamicModule): DynamicModule {
    return {
      module: RemotesModule,
      imports: [auth],
      controllers: [RemotesController],
      providers: [{ provide: BuildFiles, useValue: new BuildFiles({ url: MEDIA_URL, secret: BYTES_SECRET }) }],
    };
  }
}
