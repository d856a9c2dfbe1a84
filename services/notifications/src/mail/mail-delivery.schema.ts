import type { OutboxEntry } from '@docfolio/service-kit/events/outbox';
import { outboxEntrySchema } from '@docfolio/service-kit/events/outbox-entry.schema';
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

/** Placeholder in an email's text, replaced by the secret when the email is sent. */
export const secretPlaceholder = '{secret}';

/**
 * `unsent` waits for its next attempt. `failed`, also for exceeding the hourly limit, waits for the owner to retry or
 * dismiss it. `suppressed` is never sent: over the daily limit of its address, or its secret has expired.
 */
export const mailStates = ['unsent', 'sent', 'failed', 'dismissed', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** One email to one recipient. The id is `<event id>_<kind>`, so that an event delivered twice sends one email. */
export interface MailDelivery {
  _id: string;
  kind: MailKind;
  lead_id: string | null;
  /** Address of the recipient. Null means the owner, whose address is read when the email is sent. */
  to: string | null;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string | null;
  one_click: string | null;
  /** Id of the secret for the placeholder in `text` (`SecretHandover`). The secret is never stored here. */
  secret_id: string | null;
  state: MailState;
  /** Number of times that the owner retried the failed email. Each retry has a separate job. */
  retries: number;
  message_id: string;
  /** Short reason of the last failure, such as `SMTP 550`, without addresses. */
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  expires_at: Date;
  outbox: OutboxEntry[];
}

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
    outbox: { type: [outboxEntrySchema], default: [] },
  },
  { collection: 'mail_deliveries', versionKey: false, autoIndex: false },
);

mailDeliverySchema.index({ state: 1, created_at: -1, _id: -1 });
mailDeliverySchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
mailDeliverySchema.index(
  { 'outbox.at': 1 },
  { name: 'outbox', partialFilterExpression: { 'outbox.at': { $exists: true } } },
);
