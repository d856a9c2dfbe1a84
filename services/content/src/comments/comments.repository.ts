import {
  type CommentListQuery,
  commentSorts,
  type ModeratedComment,
  moderatedComment,
} from '@docfolio/contracts/entities/comment';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { type ComputedField, recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';

/** Stored fields of a comment. The post and the comment that it replies to are read from their own records. */
export type CommentFields = Omit<OwnFields<ModeratedComment>, 'post' | 'in_reply_to'>;

export type CommentQuote = Pick<CommentFields, 'author_name' | 'content'>;

export type CommentRecord = RecordOutput<CommentFields>;

/** Largest ECMAScript time value, in ms: subtracting from it sorts newer times first. */
const endOfTime = 8.64e15;

const pendingFirst: ComputedField = {
  from: ['is_approved', 'is_spam', 'created_at'],
  rule: 1,
  of: ({ is_approved, is_spam, created_at }) => {
    const age = endOfTime - new Date(created_at as Date).getTime();
    return `${is_approved || is_spam ? 1 : 0}:${String(age).padStart(16, '0')}`;
  },
};

export const commentSchema = recordSchema<CommentFields>(
  storedFields<CommentFields>(moderatedComment, { post: false, in_reply_to: false }),
  {
    search: ['author_name', 'author_email', 'content'],
    computed: { pending: pendingFirst },
    indexes: [
      {
        serves: 'comments of a post in view by time',
        fields: { blog_post_id: 1, is_spam: 1, is_approved: 1, created_at: 1, _id: 1 },
      },
      { serves: 'comments of a post by time', fields: { blog_post_id: 1, is_spam: 1, created_at: -1, _id: -1 } },
      { serves: 'comments of a status by time', fields: { is_spam: 1, is_approved: 1, created_at: -1, _id: -1 } },
      { serves: 'comments by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
      { serves: 'comments pending first', fields: { is_spam: 1, 'computed.pending': 1, _id: 1 } },
      {
        serves: 'comments of a post pending first',
        fields: { blog_post_id: 1, is_spam: 1, 'computed.pending': 1, _id: 1 },
      },
    ],
  },
);

const visible: Filter<Stored<CommentFields>> = { is_spam: false, is_approved: true, deleted_at: null };

/** Filters of the moderation list by status. Without a status, spam is hidden. */
const statuses = {
  pending: { is_spam: false, is_approved: false },
  approved: { is_spam: false, is_approved: true },
  spam: { is_spam: true },
} satisfies Record<NonNullable<CommentListQuery['status']>, Filter<Stored<CommentFields>>>;

@RepositoryOf('blog_comments')
export class CommentsRepository extends RecordRepository<CommentFields> {
  /** Returns whether a comment has this id, also a deleted one; false once it is purged. */
  async wasCreated(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id })) !== null;
  }

  /** Returns whether a comment is visible, belongs to the post and isn't itself a reply. */
  async canBeRepliedTo(id: string, postId: string): Promise<boolean> {
    const parent = { _id: id, blog_post_id: postId, parent_comment_id: null, ...visible };
    return (await this.model.exists(parent)) !== null;
  }

  /** Returns a post's comments that visitors see, oldest first. Index: comments of a post in view by time. */
  async listVisible(postId: string): Promise<CommentRecord[]> {
    const comments = await this.model
      .find({ blog_post_id: postId, ...visible })
      .sort({ created_at: 1, _id: 1 })
      .lean<Stored<CommentFields>[]>();
    return comments.filter(hasVisibleParent(comments)).map((comment) => this.output(comment));
  }

  /** Counts what `listVisible` returns. Index: comments of a post in view by time. */
  async countVisible(postId: string): Promise<number> {
    const comments = await this.model
      .find({ blog_post_id: postId, ...visible }, { parent_comment_id: 1 })
      .lean<Stored<CommentFields>[]>();
    return comments.filter(hasVisibleParent(comments)).length;
  }

  /** Returns the id of a comment's post, also for a deleted comment; null if there is no such comment. */
  async postOf(id: string): Promise<string | null> {
    const found = await this.model
      .findOne({ _id: id }, { blog_post_id: 1 })
      .lean<Pick<CommentFields, 'blog_post_id'> | null>();
    return found?.blog_post_id ?? null;
  }

  /** Returns the ids of all posts with comments of any status. Scans the collection. */
  postIdsWithComments(): Promise<string[]> {
    return this.model.distinct('blog_post_id', { deleted_at: null }).exec();
  }

  /** Purges a post's comments, except deleted ones (purged with the trash) and those with unpublished events. */
  async purgeByPost(postId: string): Promise<void> {
    const forgotten = { blog_post_id: postId, deleted_at: null, 'outbox.0': { $exists: false } };
    const found = await this.model.find(forgotten, { _id: 1 }).lean<{ _id: string }[]>();
    const ids = found.map(({ _id }) => _id);
    await this.announcePurge(ids);
    await this.model.deleteMany({ ...forgotten, _id: { $in: ids } });
  }

  async quotes(ids: readonly string[]): Promise<ReadonlyMap<string, CommentQuote>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: ids }, deleted_at: null }, { author_name: 1, content: 1 })
      .lean<(CommentQuote & { _id: string })[]>();
    return new Map(found.map(({ _id, author_name, content }) => [_id, { author_name, content }]));
  }

  listAll({ status, blog_post_id, ...query }: CommentListQuery) {
    // Within one status, "pending first" is the same as newest first.
    const sort = status && query.sort === 'pending' ? '-created_at' : query.sort;
    return this.list(
      { ...query, sort },
      {
        filter: { ...(status ? statuses[status] : { is_spam: false }), ...(blog_post_id && { blog_post_id }) },
        sorts: commentSorts,
      },
    );
  }
}

function hasVisibleParent(comments: readonly Stored<CommentFields>[]) {
  const ids = new Set(comments.map(({ _id }) => _id));
  return ({ parent_comment_id }: CommentFields) => parent_comment_id === null || ids.has(parent_comment_id);
}
