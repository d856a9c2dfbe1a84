import { Schema } from 'mongoose';

export const mailKinds = ['lead_owner', 'lead_acknowledgement'] as const;
export type MailKind = (typeof mailKinds)[number];

/** `unsent` waits for its turn or its next try; `suppressed` was over a limit and is never sent. */
export const mailStates = ['unsent', 'sent', 'failed', 'suppressed'] as const;
export type MailState = (typeof mailStates)[number];

/** One mail to one recipient. Its id is `<event id>_<kind>`, so an event that comes twice makes it once. */
export interface MailDelivery {
  _id: string;
  kind: MailKind;
  /** Null: the owner, whoever that is when the mail goes out. */
  to: string | null;
  reply_to: string | null;
  subject: string;
  text: string;
  state: MailState;
  message_id: string;
  /** The transport's words for the last failure, without addresses. */
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  /** When the delivery and what it says are forgotten. */
  expires_at: Date;
}

export const mailDeliverySchema = new Schema<MailDelivery>(
  {
    _id: String,
    kind: { type: String, enum: mailKinds, required: true },
    to: { type: String, default: null },
    reply_to: { type: String, default: null },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    state: { type: String, enum: mailStates, required: true },
    message_id: { type: String, required: true },
    last_error: { type: String, default: null },
    created_at: { type: Date, required: true },
    sent_at: { type: Date, default: null },
    expires_at: { type: Date, required: true },
  },
  { collection: 'mail_deliveries', versionKey: false, autoIndex: false },
);

// Deliveries whose job was lost between two stores, oldest first, for the sweeper.
mailDeliverySchema.index({ state: 1, created_at: 1 });
// Forgets what is past its time.
mailDeliverySchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
