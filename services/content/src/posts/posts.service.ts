import type { LiveAction } from '@docfolio/contracts/core/live';
import {
  draftChanged,
  type EditedPost,
  type EditedPostListQuery,
  editedPost,
  editedPostSummary,
  type NewPost,
  type PostPatch,
  postChanged,
  postWithdrawn,
} from '@docfolio/contracts/entities/post';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import type { PostFields, PostRecord } from './post.schema.js';
import { assertFuture, changesText, newPostFields, patchedFields, withSaver } from './post-edits.js';
import { PostRevisionsRepository } from './post-revisions.repository.js';
import { PostSchedule } from './post-schedule.js';
import { PostsRepository } from './posts.repository.js';
import { RenderedPosts } from './rendered-posts.js';

/** Manages posts. A text is rendered before it is saved, so that this process has it cached for the first visitor. */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly revisions: PostRevisionsRepository,
    private readonly schedule: PostSchedule,
    private readonly rendered: RenderedPosts,
  ) {}

  async list(query: EditedPostListQuery) {
    const { items, ...rest } = await this.posts.listEdited(query);
    return { items: items.map((post) => editedPostSummary.parse(post)), ...rest };
  }

  async get(id: string): Promise<EditedPost> {
    return editedPost.parse(await this.posts.get(id));
  }

  /** Creates a post. @throws ProblemError `slug_taken`; `validation_failed` for a schedule in the past */
  async create(post: NewPost, call: CallContext): Promise<EditedPost> {
    const now = new Date();
    const draft = withSaver(call.actor, newPostFields(post, now));
    // A retry may arrive after the scheduled time and still gets the original response.
    if (draft.scheduled_at && !(await this.posts.wasCreated(call.recordId))) assertFuture(draft.scheduled_at, now);
    await this.rendered.of({ id: call.recordId, content: draft.content! });
    const created = await this.posts.create(call.recordId, call.bodyHash, draft, changeEvents('created'));
    await this.schedule.enqueue(created);
    return editedPost.parse(created);
  }

  /**
   * Patches a post. A text that changes is stored as a revision before the write, so that a crash can't lose it.
   * @throws ProblemError `not_found`, `stale`, `slug_taken`; `validation_failed` for a schedule in the past
   */
  async patch(patch: PostPatch, { actor }: CallContext): Promise<EditedPost> {
    const before = await this.posts.get(patch.id);
    if (before.version === patch.version && changesText(before, patch)) await this.revisions.store(before);
    await this.rendered.of({ id: patch.id, content: patch.content ?? before.content });
    const patched = await this.posts.patch(
      patch.id,
      (current) => {
        const changes = patchedFields(current, patch, new Date());
        return changesText(current, patch) ? withSaver(actor, changes) : changes;
      },
      { version: patch.version, events: (post, former) => changeEvents('changed', former.published)(post) },
    );
    await this.schedule.enqueue(patched);
    return editedPost.parse(patched);
  }

  /** Publishes a draft whose time has come; otherwise a no-op. @throws ProblemError `not_found` */
  publishDue(id: string): Promise<PostRecord> {
    return this.posts.patch(
      id,
      (current) => {
        const now = new Date();
        const isDue = !current.published && current.scheduled_at !== null && new Date(current.scheduled_at) <= now;
        return isDue ? patchedFields(current, { id, published: true }, now) : {};
      },
      { events: changeEvents('changed') },
    );
  }

  /** Soft-deletes a post. Its comments stay stored, but are not public while it is deleted. */
  delete(id: string) {
    return this.posts.softDelete(id, changeEvents('deleted'));
  }

  /** Restores a post. A past schedule of a draft is cleared. @throws ProblemError `not_found`, `slug_taken` */
  @FromTrash<PostFields>('blog_posts', {
    fields: ['title', 'slug', 'published'],
    row: ({ title, slug, published }) => ({ title, detail: published ? `/blog/${slug}` : 'Draft' }),
  })
  async restore(id: string) {
    await this.posts.clearPastSchedule(id, new Date());
    const restored = await this.posts.restore(id, changeEvents('restored'));
    await this.schedule.enqueue(restored);
    return restored;
  }
}

const changeEvents =
  (act: LiveAction, wasPublic = false) =>
  ({ id, published }: PostRecord) => {
    const changed = occurred(published || wasPublic ? postChanged : draftChanged, { id, act });
    const isWithdrawn = act === 'deleted' ? published : wasPublic && !published;
    return isWithdrawn ? [changed, occurred(postWithdrawn, { id })] : [changed];
  };
