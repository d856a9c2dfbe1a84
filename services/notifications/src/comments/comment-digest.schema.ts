import { Schema } from 'mongoose';

/** `open` takes comments in; `closed` is about to be mailed; `mailed` remembers which comments have been told of. */
export const digestStates = ['open', 'closed', 'mailed'] as const;
export type DigestState = (typeof digestStates)[number];

/** A comment as the mail tells of it. */
export interface DigestedComment {
  id: string;
  post_title: string;
  post_slug: string;
  author_name: string;
  /** The beginning of it. */
  excerpt: string;
}

/** The comments of a while, which make one mail. Its id is that of the event that opened it. */
export interface CommentDigest {
  _id: string;
  state: DigestState;
  /** All that came, told of or only counted. */
  comment_ids: string[];
  /** Those that the mail tells of; gone once it is on its way. */
  comments: DigestedComment[];
  opened_at: Date;
  /** When it is to go out. */
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

// The digest that comments are put into: there is one at a time.
commentDigestSchema.index({ state: 1 }, { name: 'open', unique: true, partialFilterExpression: { state: 'open' } });
// Those whose job was lost between two stores.
commentDigestSchema.index({ state: 1, due_at: 1 });
// The digest that a comment is in, for an event that comes twice.
commentDigestSchema.index({ comment_ids: 1 });
// Forgets what is past its time.
commentDigestSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
