import type { ImageUse } from '@docfolio/contracts/entities/image';
import { type EditedPostListQuery, postChanged, postSorts } from '@docfolio/contracts/entities/post';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';
import type { PostFields, PostRecord } from './post.schema.js';

export type PostReference = Pick<PostFields, 'slug' | 'title' | 'published'>;

export type ScheduledPost = Pick<PostRecord, 'id' | 'scheduled_at'>;

/** Must match the partial filter of the index "scheduled posts by time". */
const scheduled = { $gt: new Date(0) };

const statuses = {
  published: { published: true },
  draft: { published: false },
  scheduled: { published: false, scheduled_at: scheduled },
} satisfies Record<NonNullable<EditedPostListQuery['status']>, Filter<Stored<PostFields>>>;

/** Posts for the owner and for other features. Public reads use `PublishedPostsRepository`. */
@RepositoryOf('blog_posts')
export class PostsRepository extends RecordRepository<PostFields> {
  /** Returns a page of posts for the owner, drafts included. Their contents are null. */
  listEdited({ status, category, ...query }: EditedPostListQuery) {
    return this.list(query, {
      filter: { ...(status && statuses[status]), ...(category && { category }) },
      sorts: postSorts,
      without: ['content'],
    });
  }

  /** Returns drafts scheduled until a time, most overdue first. Index: scheduled posts by time. */
  async scheduledUntil(until: Date): Promise<ScheduledPost[]> {
    const found = await this.model
      .find(
        { ...statuses.scheduled, scheduled_at: { ...scheduled, $lte: until }, deleted_at: null },
        {
          scheduled_at: 1,
        },
      )
      .sort({ scheduled_at: 1, _id: 1 })
      .lean<{ _id: string; scheduled_at: Date }[]>();
    return found.map(({ _id, scheduled_at }) => ({ id: _id, scheduled_at: scheduled_at.toISOString() }));
  }

  /** Clears a past schedule of a deleted draft, so that restoring it doesn't publish it. */
  async clearPastSchedule(id: string, now: Date): Promise<void> {
    const passed: Filter<Stored<PostFields>> = { _id: id, deleted_at: { $ne: null }, scheduled_at: { $lte: now } };
    await this.model.updateOne(passed, { $set: { scheduled_at: null } });
  }

  /** Returns the posts that show an image, sorted by title. Index: posts that show an image. */
  async listByImage(image: string): Promise<ImageUse[]> {
    const found = await this.model
      .find({ 'computed.images': image, deleted_at: null }, { slug: 1, title: 1, published: 1 })
      .lean<(PostReference & { _id: string })[]>();
    return found
      .map(({ _id, slug, title, published }) => ({ id: _id, slug, title, published }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  }

  /** Invalidates caches of a post that renders differently without an edit. @throws ProblemError `not_found` */
  invalidateRendering(id: string): Promise<void> {
    return this.setCounters(id, {}, [occurred(postChanged, { id })]);
  }

  async references(ids: readonly string[]): Promise<ReadonlyMap<string, PostReference>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: ids }, deleted_at: null }, { slug: 1, title: 1, published: 1 })
      .lean<(PostReference & { _id: string })[]>();
    return new Map(found.map(({ _id, slug, title, published }) => [_id, { slug, title, published }]));
  }

  /** Returns whether a post has this id, also a deleted one; false once it is purged. */
  async wasCreated(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id })) !== null;
  }

  async isPublished(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id, published: true, deleted_at: null })) !== null;
  }

  /** Returns those of the ids that are posts, including deleted ones, which may be restored. */
  async existingIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.model.distinct('_id', { _id: { $in: ids } }));
  }

  /** Stores a post's comments count, also of a deleted post. @returns whether it changed; false without such a post */
  async storeCommentsCount(id: string, count: number): Promise<boolean> {
    const stored = await this.model
      .findOne({ _id: id }, { comments_count: 1 })
      .lean<Pick<PostFields, 'comments_count'> | null>();
    if (!stored || stored.comments_count === count) return false;
    await this.setCounters(id, { comments_count: count }, [occurred(postChanged, { id })]);
    return true;
  }
}
