import { ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import { imageName, imageQuery } from '@docfolio/contracts/entities/image';
import type { FoundBytes } from '@docfolio/service-kit/bytes/bytes-routes';
import { Injectable } from '@nestjs/common';
import { variantType } from '../pictures/variant.js';
import { variantObject } from './image-objects.js';
import { ImagesRepository } from './images.repository.js';

/** Cache-Control of images, which never change: a name is not reused for other bytes. */
const immutable = 'public, max-age=31536000, immutable';
/** Cache-Control of an original sent in place of a missing variant. */
const shortTerm = 'public, max-age=60';

@Injectable()
export class ImageBytes {
  constructor(private readonly images: ImagesRepository) {}

  /**
   * Returns an image, or with `?w=` its variant of that width; the original if it isn't wider or has no variant yet.
   * @throws ProblemError `not_found`; `validation_failed` for an unsupported width
   */
  async find(name: string, query: URLSearchParams): Promise<FoundBytes> {
    if (!imageName.safeParse(name).success) throw new ProblemError('not_found');
    const { w } = parseOrThrow(imageQuery, Object.fromEntries(query));
    const { width, size, etag, content_type, variants } = await this.images.byName(name);
    const requestedWidth = Number(w ?? width);
    const original = { object: name, size, contentType: content_type, etag: `"${etag}"` };
    if (requestedWidth >= width) return { ...original, cacheControl: immutable };
    const variant = variants?.find((made) => made.width === requestedWidth);
    if (!variant) return { ...original, cacheControl: shortTerm };
    return {
      ...{ object: variantObject(name, requestedWidth), size: variant.size, contentType: variantType },
      ...{ etag: `"${variant.etag}"`, cacheControl: immutable },
    };
  }
}
