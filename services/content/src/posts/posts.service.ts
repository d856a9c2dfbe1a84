import type { LiveAct } from '@docfolio/contracts/live';
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
} from '@docfolio/contracts/post';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import type { PostFields, PostRecord } from './post.schema.js';
import { assertFuture, changesText, edited, savedBy, written } from './post-edits.js';
import { PostRevisionsRepository } from './post-revisions.repository.js';
import { PostSchedule } from './post-schedule.js';
import { PostsRepository } from './posts.repository.js';
import { RenderedPosts } from './rendered-posts.js';

/**
 * What the owner does to posts. A text is rendered before it is saved, so that the process that saved it does not render
 * for its first reader. Only what the public could or can read invalidates cached responses.
 */
@Injectable()
export class PostsService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly revisions: PostRevisionsRepository,
    private readonly schedule: PostSchedule,
    private readonly rendered: RenderedPosts,
  ) {}

  async listEdited(query: EditedPostListQuery) {
    const { items, ...rest } = await this.posts.listEdited(query);
    return { items: items.map((post) => editedPostSummary.parse(post)), ...rest };
  }

  async get(id: string): Promise<EditedPost> {
    return editedPost.parse(await this.posts.get(id));
  }

  /** @throws ProblemError `slug_taken`; `validation_failed` for a time that has passed */
  async create(post: NewPost, call: CallContext): Promise<EditedPost> {
    const now = new Date();
    const draft = savedBy(call.actor, written(post, now));
    // Sent again it is answered as it was, though its time has passed by then.
    if (draft.scheduled_at && !(await this.posts.wasWritten(call.recordId))) assertFuture(draft.scheduled_at, now);
    await this.rendered.of({ id: call.recordId, content: draft.content! });
    const created = await this.posts.create(call.recordId, call.bodyHash, draft, changeOf('created'));
    await this.schedule.expect(created);
    return editedPost.parse(created);
  }

  /**
   * A text that is changed stays as a revision: kept first, under the version that the change names, so that it is there
   * whatever happens next.
   * @throws ProblemError `not_found`, `stale`, `slug_taken`; `validation_failed` for a time that has passed
   */
  async patch(patch: PostPatch, { actor }: CallContext): Promise<EditedPost> {
    const before = await this.posts.get(patch.id);
    if (before.version === patch.version && changesText(before, patch)) await this.revisions.keep(before);
    await this.rendered.of({ id: patch.id, content: patch.content ?? before.content });
    const patched = await this.posts.patch(
      patch.id,
      (current) => {
        const changes = edited(current, patch, new Date());
        return changesText(current, patch) ? savedBy(actor, changes) : changes;
      },
      { version: patch.version, events: (post, former) => changeOf('changed', former.published)(post) },
    );
    await this.schedule.expect(patched);
    return editedPost.parse(patched);
  }

  /** Publishes a draft if its time has come; otherwise nothing happens. @throws ProblemError `not_found` */
  publishDue(id: string): Promise<PostRecord> {
    return this.posts.patch(
      id,
      (current) => {
        const now = new Date();
        const isDue = !current.published && current.scheduled_at !== null && new Date(current.scheduled_at) <= now;
        return isDue ? edited(current, { id, published: true }, now) : {};
      },
      { events: changeOf('changed') },
    );
  }

  /** Takes its comments out of view with it: those of a post that isn't published nobody reads. */
  delete(id: string) {
    return this.posts.softDelete(id, changeOf('deleted'));
  }

  /**
   * Its comments come back into view with it, and a draft's schedule if its time is still to come.
   * @throws ProblemError `not_found`, `slug_taken`
   */
  @FromTrash<PostFields>('blog_posts', {
    fields: ['title', 'slug', 'published'],
    row: ({ title, slug, published }) => ({ title, detail: published ? `/blog/${slug}` : 'Draft' }),
  })
  async restore(id: string) {
    await this.posts.forgetPassedSchedule(id, new Date());
    const restored = await this.posts.restore(id, changeOf('restored'));
    await this.schedule.expect(restored);
    return restored;
  }
}

const changeOf =
  (act: LiveAct, wasPublic = false) =>
  ({ id, published }: PostRecord) => {
    const changed = occurred(published || wasPublic ? postChanged : draftChanged, { id, act });
    const isWithdrawn = act === 'deleted' ? published : wasPublic && !published;
    return isWithdrawn ? [changed, occurred(postWithdrawn, { id })] : [changed];
  };
