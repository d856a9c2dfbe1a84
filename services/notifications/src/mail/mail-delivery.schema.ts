import type { OutboxEntry } from '@docfolio/service-kit/events/outbox';
import { Schema } from 'mongoose';

export const mailKinds = [
  'lead_owner',
  'lead_acknowledgement',
  'subscriber_confirmation',
  'comment_digest',
  'newsletter_test',
  'password_recovery',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Stands in a stored text for the secret that is filled in when the email is sent. */
export const secretPlaceholder = '{secret}';

/**
 * `unsent` waits for its turn or its next try; `failed` was given up, and the owner is told until they have it tried
 * again or leave it (`dismissed`); `suppressed` was over the daily limit of its address, or its secret has expired, and is
 * never sent. Mails over the hourly limit of all visitors are `failed`.
 */
export const mailStates = ['unsent', 'sent', 'failed', 'dismissed', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** One mail to one recipient. Its id is `<event id>_<kind>`, so an event that comes twice makes it once. */
export interface MailDelivery {
  _id: string;
  kind: MailKind;
  /** The lead that it is about. */
  lead_id: string | null;
  /** Null: the owner, whoever that is when the mail goes out. */
  to: string | null;
  reply_to: string | null;
  subject: string;
  text: string;
  /** The same with its form, where it has one. */
  html: string | null;
  /** Where its reader ends what it belongs to by one POST (RFC 8058). */
  one_click: string | null;
  /** The secret that `text` has a placeholder for, as `SecretHandover` knows it; it is never stored here. */
  secret_id: string | null;
  state: MailState;
  /** Times that the owner has had it tried again after it was given up: each begins with a job of its own. */
  retries: number;
  message_id: string;
  /** The transport's words for the last failure, without addresses. */
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  /** When the delivery and what it says are forgotten. */
  expires_at: Date;
  /** Events that have not been published yet. */
  outbox: OutboxEntry[];
}

const outboxEntry = new Schema<OutboxEntry>(
  { id: { type: String, required: true }, name: String, payload: Schema.Types.Mixed, at: Date },
  { _id: false, minimize: false },
);

export const mailDeliverySchema = new Schema<MailDelivery>(
  {
    _id: String,
    kind: { type: String, enum: mailKinds, required: true },
    lead_id: { type: String, default: null },
    to: { type: String, default: null },
    reply_to: { type: String, default: null },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    html: { type: String, default: null },
    one_click: { type: String, default: null },
    secret_id: { type: String, default: null },
    state: { type: String, enum: mailStates, required: true },
    retries: { type: Number, default: 0 },
    message_id: { type: String, required: true },
    last_error: { type: String, default: null },
    created_at: { type: Date, required: true },
    sent_at: { type: Date, default: null },
    expires_at: { type: Date, required: true },
    outbox: { type: [outboxEntry], default: [] },
  },
  { collection: 'mail_deliveries', versionKey: false, autoIndex: false },
);

// Given up ones, newest first, and their number; deliveries whose job was lost between two stores, oldest first.
mailDeliverySchema.index({ state: 1, created_at: -1, _id: -1 });
// Forgets what is past its time.
mailDeliverySchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
// Deliveries with events that have not been published, for the sweeper of outboxes.
mailDeliverySchema.index(
  { 'outbox.at': 1 },
  { name: 'outbox', partialFilterExpression: { 'outbox.at': { $exists: true } } },
);
