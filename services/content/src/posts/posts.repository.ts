import type { ImageUse } from '@docfolio/contracts/image';
import { type EditedPostListQuery, postChanged, postSorts } from '@docfolio/contracts/post';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { PostFields, PostRecord } from './post.schema.js';

/** What names a post where it is spoken of. */
export type PostReference = Pick<PostFields, 'slug' | 'title' | 'published'>;

/** A draft and when it publishes itself. */
export type ScheduledPost = Pick<PostRecord, 'id' | 'scheduled_at'>;

/** As the index of scheduled posts has it. */
const scheduled = { $gt: new Date(0) };

/** What a status of the owner's list means: a draft that is scheduled is a draft. */
const statuses = {
  published: { published: true },
  draft: { published: false },
  scheduled: { published: false, scheduled_at: scheduled },
} as const satisfies Record<NonNullable<EditedPostListQuery['status']>, object>;

/** Posts as their owner and their comments handle them. What the public reads is `PublishedPostsRepository`'s. */
@Injectable()
export class PostsRepository extends RecordRepository<PostFields> {
  constructor(@InjectRecordModel('blog_posts') model: Model<Stored<PostFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** One screenful of all posts; their contents are null. */
  listEdited({ status, category, ...query }: EditedPostListQuery) {
    return this.list(query, {
      filter: { ...(status && statuses[status]), ...(category && { category }) },
      sorts: postSorts,
      without: ['content'],
    });
  }

  /** Drafts that publish themselves until then, those that are overdue first. Index: scheduled posts by time. */
  async scheduledUntil(until: Date): Promise<ScheduledPost[]> {
    const found = await this.model
      .find({ ...statuses.scheduled, scheduled_at: { ...scheduled, $lte: until }, deleted_at: null } as never, {
        scheduled_at: 1,
      })
      .sort({ scheduled_at: 1, _id: 1 })
      .lean<{ _id: string; scheduled_at: Date }[]>();
    return found.map(({ _id, scheduled_at }) => ({ id: _id, scheduled_at: scheduled_at.toISOString() }));
  }

  /** A deleted draft whose time has passed stays a draft when it comes back. */
  async forgetPassedSchedule(id: string, now: Date): Promise<void> {
    const passed = { _id: id, deleted_at: { $ne: null }, scheduled_at: { $lte: now } };
    await this.model.updateOne(passed as never, { $set: { scheduled_at: null } } as never);
  }

  /** The posts whose content shows an image, by title. Index: posts that show an image. */
  async showing(image: string): Promise<ImageUse[]> {
    const found = await this.model
      .find({ 'computed.images': image, deleted_at: null } as never, { slug: 1, title: 1, published: 1 })
      .lean<(PostReference & { _id: string })[]>();
    return found
      .map(({ _id, slug, title, published }) => ({ id: _id, slug, title, published }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  }

  /** A published post is drawn in another way, though nobody has edited it. @throws ProblemError `not_found` */
  redrawn(id: string): Promise<void> {
    return this.recount(id, {}, [occurred(postChanged, { id })]);
  }

  /** What names some posts, by their ids; deleted ones are left out. */
  async references(ids: readonly string[]): Promise<ReadonlyMap<string, PostReference>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: ids }, deleted_at: null } as never, { slug: 1, title: 1, published: 1 })
      .lean<(PostReference & { _id: string })[]>();
    return new Map(found.map(({ _id, slug, title, published }) => [_id, { slug, title, published }]));
  }

  /** Whether it has been written before; a deleted one has too. */
  async wasWritten(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id } as never)) !== null;
  }

  /** Whether everybody may read the post, and so its comments. */
  async isPublished(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id, published: true, deleted_at: null } as never)) !== null;
  }

  /** Those of some posts that are there, deleted ones too: they may come back. */
  async present(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.model.distinct('_id', { _id: { $in: ids } } as never));
  }

  /**
   * Notes how many comments the post has, deleted or not; raises no version.
   * @returns whether it is news: false too where the post has been removed for good
   */
  async noteCommentsCount(id: string, count: number): Promise<boolean> {
    const stored = await this.model
      .findOne({ _id: id } as never, { comments_count: 1 })
      .lean<Pick<PostFields, 'comments_count'> | null>();
    if (!stored || stored.comments_count === count) return false;
    await this.recount(id, { comments_count: count }, [occurred(postChanged, { id })]);
    return true;
  }
}
