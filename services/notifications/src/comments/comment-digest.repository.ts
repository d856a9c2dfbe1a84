import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { CommentDigest, DigestedComment } from './comment-digest.schema.js';

/** ms that a digest stays stored, so that late repeats of its comments' events are recognised. */
const memory = 30 * 24 * 3_600_000;
/** Maximum number of comments that an email quotes. Further comments are only counted. */
export const digestSize = 50;

export type DueDigest = Pick<CommentDigest, '_id' | 'due_at'>;

@Injectable()
export class CommentDigestRepository {
  constructor(@InjectRecordModel('comment_digests') private readonly digests: TypedModel<CommentDigest>) {}

  /** Adds a comment to the open digest, or to a new one (`id`) that is due after `window` ms. Idempotent. */
  async add(id: string, comment: DigestedComment, window: number): Promise<DueDigest> {
    for (;;) {
      const place =
        (await this.digestOf(comment.id)) ?? (await this.join(comment)) ?? (await this.open(id, comment, window));
      // Another comment has opened a digest concurrently: the next attempt joins it.
      if (place) return place;
    }
  }

  close(id: string): Promise<CommentDigest | null> {
    return this.digests
      .findOneAndUpdate(
        { _id: id, state: { $in: ['open', 'closed'] } },
        { $set: { state: 'closed' } },
        { returnDocument: 'after' },
      )
      .lean<CommentDigest | null>()
      .exec();
  }

  async markMailed(id: string): Promise<void> {
    await this.digests.updateOne({ _id: id, state: 'closed' }, { $set: { state: 'mailed', comments: [] } });
  }

  /** Returns unmailed digests due before a time. Index: { state, due_at }. */
  overdue(before: Date, limit: number): Promise<DueDigest[]> {
    return this.digests
      .find({ state: { $in: ['open', 'closed'] }, due_at: { $lt: before } }, { due_at: 1 })
      .limit(limit)
      .lean<DueDigest[]>()
      .exec();
  }

  private digestOf(commentId: string): Promise<DueDigest | null> {
    return this.digests.findOne({ comment_ids: commentId }, { due_at: 1 }).lean<DueDigest | null>().exec();
  }

  /** Returns the digest that contains a comment, added to the open one if needed; null if none is open. Index: open. */
  private async join(comment: DigestedComment): Promise<DueDigest | null> {
    const id = comment.id;
    const joined = await this.digests
      .findOneAndUpdate(
        { state: 'open', comment_ids: { $ne: id } },
        { $push: { comment_ids: id, comments: { $each: [comment], $slice: digestSize } } },
        { returnDocument: 'after' },
      )
      .lean<DueDigest | null>();
    return joined ?? this.digestOf(id);
  }

  private async open(id: string, comment: DigestedComment, window: number): Promise<DueDigest | null> {
    const now = Date.now();
    const due_at = new Date(now + window);
    try {
      await this.digests.create([
        {
          _id: id,
          state: 'open',
          comment_ids: [comment.id],
          comments: [comment],
          opened_at: new Date(now),
          due_at,
          expires_at: new Date(now + memory),
        },
      ]);
      return { _id: id, due_at };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return null;
    }
  }
}
