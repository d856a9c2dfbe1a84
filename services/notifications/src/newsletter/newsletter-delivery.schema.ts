import { type NewsletterDeliveryState, newsletterDeliveryStates } from '@docfolio/contracts/entities/newsletter';
import { Schema } from 'mongoose';

/** A post's email to a subscriber. Its id is derived from post and address, so that no address gets a post twice. */
export interface StoredDelivery {
  _id: string;
  post_id: string;
  subscriber_id: string;
  issue_id: string;
  state: NewsletterDeliveryState;
  /** Address of the recipient. Deleted once sent, or after 30 days as failed, unknown or waiting. */
  email?: string;
  /** Number of attempts that failed temporarily: the mail server refused the email or was unavailable. */
  tries: number;
  /** Job that claimed the delivery last. `run` identifies the run of that job. */
  job: string | null;
  run: string | null;
  /** Short reason of the last failure, such as `SMTP 450`, without addresses. */
  last_error: string | null;
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
    // A claim must be on disk before the email is sent.
    writeConcern: { w: 'majority', j: true },
  },
);

newsletterDeliverySchema.index({ issue_id: 1, at: 1, _id: 1 });
newsletterDeliverySchema.index({ issue_id: 1, state: 1, at: 1, _id: 1 });
newsletterDeliverySchema.index({ post_id: 1, state: 1, _id: 1 });
newsletterDeliverySchema.index({ at: 1 }, { name: 'addresses', partialFilterExpression: { email: { $exists: true } } });
