import { bytesRoute } from '@docfolio/service-kit/bytes/bytes-routes';
import { type BytesAddress, BytesListener } from '@docfolio/service-kit/bytes/bytes-server';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { ImageBytes } from './images/image-bytes.js';
import { ImageUploads } from './images/image-uploads.js';
import { BuildFiles } from './remotes/build-files.js';
import { remotesPrefix } from './remotes/build-objects.js';

export interface BytesOptions {
  secret: string;
  address: BytesAddress;
  /** Provide ImageBytes, ImageUploads and BuildFiles. */
  imports: NonNullable<ModuleMetadata['imports']>;
}

/** Serves images and files of builds on one byte port. */
@Module({})
export class BytesModule {
  static forRoot({ secret, address, imports }: BytesOptions): DynamicModule {
    const listener = (
      store: ObjectStore,
      logger: Logger,
      images: ImageBytes,
      uploads: ImageUploads,
      builds: BuildFiles,
    ) => {
      const isOfBuild = (name: string) => name.startsWith(remotesPrefix);
      const route = bytesRoute(
        {
          service: 'media',
          secret,
          find: (name, query) => (isOfBuild(name) ? builds.find(name) : images.find(name, query)),
          receive: (name, request, gone) => (isOfBuild(name) ? builds : uploads).receive(name, request, gone),
        },
        store,
        logger,
      );
      return new BytesListener(address, route, logger);
    };
    return {
      module: BytesModule,
      imports,
      providers: [
        {
          provide: BytesListener,
          inject: [objectStoreToken, loggerToken, ImageBytes, ImageUploads, BuildFiles],
          useFactory: listener,
        },
      ],
    };
  }
}
