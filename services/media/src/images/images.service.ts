import type { List, ListQuery } from '@docfolio/contracts/core/list';
import { type Image, image, imagePath } from '@docfolio/contracts/entities/image';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { objectStoreToken } from '@docfolio/service-kit/object-store/object-store.module';
import { Inject, Injectable } from '@nestjs/common';
import { variantObject } from './image-objects.js';
import { ImagesRepository, type StoredImage } from './images.repository.js';

@Injectable()
export class ImagesService {
  constructor(
    private readonly images: ImagesRepository,
    @Inject(objectStoreToken) private readonly store: ObjectStore,
  ) {}

  async list(query: ListQuery): Promise<List<Image>> {
    const { items, ...rest } = await this.images.newest(query);
    return { items: items.map(imageOf), ...rest };
  }

  /** Deletes an image and its objects. A crash leaves objects to the sweep. @throws ProblemError `not_found` */
  async delete(name: string): Promise<{ name: string }> {
    const { id, variants } = await this.images.byName(name);
    await this.images.delete(id);
    for (const { width } of variants ?? []) await this.store.remove(variantObject(name, width));
    await this.store.remove(name);
    return { name };
  }
}

export function imageOf(stored: StoredImage): Image {
  // Images from before this field have none.
  const animation_lost = stored.animation_lost ?? false;
  return image.parse({ ...stored, animation_lost, url: imagePath(stored.name) });
}
