import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import { Schema } from 'mongoose';

export interface PreviewLink {
  /** SHA-256 (hex) of the link's token. The token itself isn't stored. */
  _id: string;
  post_id: string;
  expires_at: Date;
}

export const previewSchema = new Schema<PreviewLink>(
  {
    _id: { type: String, required: true },
    post_id: { type: String, required: true },
    expires_at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, strict: 'throw' },
);
previewSchema.index({ expires_at: 1 }, { name: 'expired_links', expireAfterSeconds: 0 });
previewSchema.index({ post_id: 1 }, { name: 'links_of_a_post' });

@Injectable()
export class PreviewsRepository {
  constructor(@InjectRecordModel('post_previews') private readonly model: TypedModel<PreviewLink>) {}

  async store(link: PreviewLink): Promise<void> {
    await this.model.create([link]);
  }

  find(hash: string, now: Date): Promise<PreviewLink | null> {
    return this.model.findOne({ _id: hash, expires_at: { $gt: now } }).lean<PreviewLink | null>();
  }

  postIdsWithPreviews(): Promise<string[]> {
    return this.model.distinct('post_id');
  }

  async purgeByPost(postId: string): Promise<void> {
    await this.model.deleteMany({ post_id: postId });
  }
}
