import type { List, ListQuery } from '@docfolio/contracts/core/list';
import type { LiveAction } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, type ImageFacts, imageChanged, imageFacts, imageTypes } from '@docfolio/contracts/entities/image';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { Schema } from 'mongoose';

export interface Variant {
  width: number;
  /** Bytes. */
  size: number;
  etag: string;
}

export type ImageFields = Omit<Image, 'id' | 'url' | 'created_at'> & {
  /** Entity tag without quotes: the first 128 bits of the SHA-256 of the bytes. */
  etag: string;
  variants: Variant[] | null;
};
export type StoredImage = RecordOutput<ImageFields>;

const batch = 100;

interface Sizes {
  size: number;
  variants: { size: number }[] | null;
}

export const imageSchema = recordSchema<ImageFields>(
  {
    name: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    placeholder: { type: String, required: true },
    size: { type: Number, required: true },
    content_type: { type: String, enum: Object.keys(imageTypes), required: true },
    animated: { type: Boolean, required: true },
    animation_lost: { type: Boolean, default: false },
    etag: { type: String, required: true },
    variants: { type: Schema.Types.Mixed, default: null },
  },
  {
    indexes: [
      { serves: 'an image by its name', fields: { name: 1 }, unique: true },
      { serves: 'images newest first', fields: { created_at: -1, _id: -1 } },
      { serves: 'images without variants by age', fields: { created_at: 1, _id: 1 }, where: { variants: null } },
    ],
  },
);

@RepositoryOf('images')
export class ImagesRepository extends RecordRepository<ImageFields> {
  /** Creates the record of a stored image; a repeat returns the first. @throws ProblemError `idempotency_key_reused` */
  store(id: string, opHash: string, fields: ImageFields): Promise<StoredImage> {
    return this.create(id, opHash, fields, (image) => [changeEvent(image, 'created')]);
  }

  /** Returns the image of an earlier upload with this id. @throws ProblemError `idempotency_key_reused` */
  async findUpload(id: string, opHash: string): Promise<StoredImage | undefined> {
    const found = await this.model.findOne({ _id: id }).lean<Stored<ImageFields> | null>();
    if (!found) return undefined;
    if (found.op_hash !== opHash) throw new ProblemError('idempotency_key_reused');
    return this.output(found);
  }

  /** Returns a page of images, newest first. Index: images newest first. */
  newest(query: ListQuery): Promise<List<StoredImage>> {
    return this.list(query, { sorts: ['-created_at'] });
  }

  /** Returns an image. Index: an image by its name. @throws ProblemError `not_found` */
  async byName(name: string): Promise<StoredImage> {
    const found = await this.model.findOne({ name, deleted_at: null }).lean<Stored<ImageFields> | null>();
    if (!found) throw new ProblemError('not_found');
    return this.output(found);
  }

  /** Returns the given names that belong to stored images. Index: an image by its name. */
  async namesAmong(names: readonly string[]): Promise<Set<string>> {
    const found = await this.model
      .find({ name: { $in: names }, deleted_at: null }, { name: 1 })
      .lean<{ name: string }[]>();
    return new Set(found.map(({ name }) => name));
  }

  /** Returns up to 100 images without variants, oldest first. Index: images without variants by age. */
  async withoutVariants(before: Date): Promise<StoredImage[]> {
    const found = await this.model
      .find({ variants: null, created_at: { $lte: before }, deleted_at: null })
      .sort({ created_at: 1 })
      .limit(batch)
      .lean<Stored<ImageFields>[]>();
    return found.map((stored) => this.output(stored));
  }

  /** Returns the bytes of all images and their variants. Reads each record. */
  async storedBytes(): Promise<number> {
    let bytes = 0;
    const sizes = this.model.find({ deleted_at: null }, { size: 1, 'variants.size': 1 }).lean<Sizes[]>().cursor();
    for await (const { size, variants } of sizes)
      bytes += (variants ?? []).reduce((sum: number, variant: { size: number }) => sum + variant.size, size);
    return bytes;
  }

  /** Stores an image's variants. Raises no event, as CRMs don't show them. @throws ProblemError `not_found` */
  async addVariants(id: string, variants: Variant[]): Promise<void> {
    await this.setCounters(id, { variants });
  }

  async delete(id: string): Promise<void> {
    await this.softDelete(id, (image) => [changeEvent(image, 'deleted')]);
  }
}

function changeEvent(image: StoredImage, act: LiveAction) {
  const facts: ImageFacts = imageFacts.parse(image);
  return occurred(imageChanged, { id: image.id, act, image: facts });
}
