import { Schema } from 'mongoose';

/** `open` accepts comments. `closed` is about to be mailed. `mailed` is stored to recognise its comments. */
export const digestStates = ['open', 'closed', 'mailed'] as const;
export type DigestState = (typeof digestStates)[number];

export interface DigestedComment {
  id: string;
  post_title: string;
  post_slug: string;
  author_name: string;
  excerpt: string;
}

/** New comments that one email to the owner lists. `_id` is the id of the first comment's event. */
export interface CommentDigest {
  _id: string;
  state: DigestState;
  comment_ids: string[];
  /** Comments to quote, deleted once the email is queued. */
  comments: DigestedComment[];
  opened_at: Date;
  due_at: Date;
  expires_at: Date;
}

const comment = new Schema<DigestedComment>(
  {
    id: { type: String, required: true },
    post_title: String,
    post_slug: String,
    author_name: String,
    excerpt: String,
  },
  { _id: false },
);

export const commentDigestSchema = new Schema<CommentDigest>(
  {
    _id: String,
    state: { type: String, enum: digestStates, required: true },
    comment_ids: { type: [String], default: [] },
    comments: { type: [comment], default: [] },
    opened_at: { type: Date, required: true },
    due_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'comment_digests', versionKey: false, autoIndex: false },
);

commentDigestSchema.index({ state: 1 }, { name: 'open', unique: true, partialFilterExpression: { state: 'open' } });
commentDigestSchema.index({ state: 1, due_at: 1 });
commentDigestSchema.index({ comment_ids: 1 });
commentDigestSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
