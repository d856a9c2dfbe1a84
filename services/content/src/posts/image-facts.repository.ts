import type { ImageFacts } from '@docfolio/contracts/entities/image';
import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import { Schema } from 'mongoose';

/** Seconds a deleted image is remembered, so that late events don't bring it back. */
const deletedTtl = 7 * 24 * 60 * 60;

type StoredFacts = Omit<ImageFacts, 'name'> & { _id: string; removed_at: Date | null };

export const imageFactsSchema = new Schema<StoredFacts>(
  {
    _id: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    placeholder: { type: String, required: true },
    removed_at: { type: Date, default: null },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, strict: 'throw' },
);
imageFactsSchema.index({ removed_at: 1 }, { name: 'deleted_images', expireAfterSeconds: deletedTtl });

/** Image facts received from the media service, used to render posts. */
@Injectable()
export class ImageFactsRepository {
  constructor(@InjectRecordModel('image_facts') private readonly model: TypedModel<StoredFacts>) {}

  /** Stores the facts of an image unless it was deleted; image names are never reused. Idempotent. */
  async store({ name, ...facts }: ImageFacts): Promise<void> {
    try {
      await this.model.updateOne({ _id: name, removed_at: null }, { $set: facts }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async markDeleted({ name, ...facts }: ImageFacts): Promise<void> {
    await this.model.updateOne({ _id: name }, { $set: { ...facts, removed_at: new Date() } }, { upsert: true });
  }

  async of(names: readonly string[]): Promise<ImageFacts[]> {
    if (names.length === 0) return [];
    const found = await this.model.find({ _id: { $in: names }, removed_at: null }).lean<StoredFacts[]>();
    return found.map(({ _id, width, height, placeholder }) => ({ name: _id, width, height, placeholder }));
  }
}
