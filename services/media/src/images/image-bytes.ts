import { imageName, imageQuery } from '@docfolio/contracts/image';
import { ProblemError, parseOrThrow } from '@docfolio/contracts/problem';
import type { FoundBytes } from '@docfolio/service-kit/bytes/bytes-routes';
import { Injectable } from '@nestjs/common';
import { variantType } from '../pictures/variant.js';
import { variantObject } from './image-objects.js';
import { ImagesRepository } from './images.repository.js';

/** A name stands for the same bytes as long as it stands for any. */
const forever = 'public, max-age=31536000, immutable';
/** What stands in for a variant until it is made. */
const forNow = 'public, max-age=60';

/** Finds what is sent to somebody who asks for an image. */
@Injectable()
export class ImageBytes {
  constructor(private readonly images: ImagesRepository) {}

  /**
   * An image, or its variant of the width `?w=`: the original where it isn't wider, or the variant isn't made yet.
   * @throws ProblemError `not_found`; `validation_failed` for another width
   */
  async find(name: string, query: URLSearchParams): Promise<FoundBytes> {
    if (!imageName.safeParse(name).success) throw new ProblemError('not_found');
    const { w } = parseOrThrow(imageQuery, Object.fromEntries(query));
    const { width, size, etag, content_type, variants } = await this.images.byName(name);
    const asked = Number(w ?? width);
    const original = { object: name, size, contentType: content_type, etag: `"${etag}"` };
    if (asked >= width) return { ...original, cacheControl: forever };
    const variant = variants?.find((made) => made.width === asked);
    if (!variant) return { ...original, cacheControl: forNow };
    return {
      ...{ object: variantObject(name, asked), size: variant.size, contentType: variantType },
      ...{ etag: `"${variant.etag}"`, cacheControl: forever },
    };
  }
}
