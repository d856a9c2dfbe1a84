import { type NewsletterDeliveryState, newsletterDeliveryStates } from '@docfolio/contracts/newsletter';
import { Schema } from 'mongoose';

/** One post to one reader, for good: its id is derived from both, so that nobody gets a post twice. */
export interface StoredDelivery {
  _id: string;
  post_id: string;
  subscriber_id: string;
  /** The issue that it went out with, or is to. */
  issue_id: string;
  state: NewsletterDeliveryState;
  /** Absent once it is sent, and a while after it was given up or has begun to wait. */
  email?: string;
  /** Refusals for now. */
  tries: number;
  /** The job that has, or had, it in hand, and which run of it. */
  job: string | null;
  run: string | null;
  /** The mail server's words, without addresses. */
  last_error: string | null;
  /** When it came into its state. */
  at: Date;
}

export const newsletterDeliverySchema = new Schema<StoredDelivery>(
  {
    _id: String,
    post_id: { type: String, required: true },
    subscriber_id: { type: String, required: true },
    issue_id: { type: String, required: true },
    state: { type: String, enum: newsletterDeliveryStates, required: true },
    email: { type: String },
    tries: { type: Number, default: 0 },
    job: { type: String, default: null },
    run: { type: String, default: null },
    last_error: { type: String, default: null },
    at: { type: Date, required: true },
  },
  {
    collection: 'newsletter_deliveries',
    versionKey: false,
    autoIndex: false,
    // That a mail is being sent has to be on the disk before it is.
    writeConcern: { w: 'majority', j: true },
  },
);

// What became of an issue's mails, in order.
newsletterDeliverySchema.index({ issue_id: 1, at: 1, _id: 1 });
// Those in a state, in order, and their number.
newsletterDeliverySchema.index({ issue_id: 1, state: 1, at: 1, _id: 1 });
// Who has had a post.
newsletterDeliverySchema.index({ post_id: 1, state: 1, _id: 1 });
// Addresses that are kept too long.
newsletterDeliverySchema.index({ at: 1 }, { name: 'addresses', partialFilterExpression: { email: { $exists: true } } });
