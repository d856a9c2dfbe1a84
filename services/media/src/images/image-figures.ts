import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { SystemFigures } from '@docfolio/service-kit/system/system-figures';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ImagesRepository } from './images.repository.js';

/** ms between two sums of all images: each reads their records. */
const interval = 15 * 60_000;

/** Reports the size of the images for the System page. */
@Injectable()
export class ImageFigures implements OnApplicationBootstrap {
  constructor(
    private readonly images: ImagesRepository,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
    private readonly figures: SystemFigures,
  ) {}

  onApplicationBootstrap(): void {
    this.figures.add('images', interval, async () => {
      const [used, free] = await Promise.all([this.images.storedBytes(), this.store.free?.()]);
      return { used, free: free ?? null };
    });
  }
}
