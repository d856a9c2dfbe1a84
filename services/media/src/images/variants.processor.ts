import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { imageWidths } from '@docfolio/contracts/entities/image';
import type { JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable } from '@nestjs/common';
import { PictureQueue } from '../pictures/picture-queue.js';
import { variantType, writeVariant } from '../pictures/variant.js';
import { etagOf } from './etag.js';
import { variantObject } from './image-objects.js';
import { makeVariants } from './images.jobs.js';
import { ImagesRepository, type StoredImage, type Variant } from './images.repository.js';
import { Spool } from './spool.js';

@Injectable()
export class VariantsProcessor {
  constructor(
    private readonly images: ImagesRepository,
    private readonly spool: Spool,
    private readonly queue: PictureQueue,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
  ) {}

  /** Creates the variants of an image, unless it has them. Idempotent. */
  @WorksOn(makeVariants)
  async make({ id }: JobPayload<typeof makeVariants>): Promise<void> {
    try {
      const image = await this.images.get(id);
      if (image.variants) return;
      const variants = await this.spool.withFolder('variants', (folder) => this.makeAll(image, folder));
      await this.images.addVariants(id, variants);
    } catch (error) {
      // The image was deleted in the meantime. The sweep quarantines its variants.
      if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
    }
  }

  private async makeAll(image: StoredImage, folder: string): Promise<Variant[]> {
    const original = join(folder, 'original');
    await pipeline(await this.store.get(image.name), createWriteStream(original));
    const variants: Variant[] = [];
    for (const width of imageWidths.filter((each) => each < image.width)) {
      const file = join(folder, `${width}.webp`);
      await this.queue.run('variant', () => writeVariant(original, image.animated, width, file));
      const { size } = await stat(file);
      const object = variantObject(image.name, width);
      await this.store.put(object, createReadStream(file), { contentType: variantType, size });
      variants.push({ width, size, etag: await etagOf(file) });
    }
    return variants;
  }
}
