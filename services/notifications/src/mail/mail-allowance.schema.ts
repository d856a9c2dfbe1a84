import { Schema } from 'mongoose';

/** Emails counted for a rate limit: those of a kind to an address in a day, or all receipts to visitors in an hour. */
export interface MailAllowance {
  /** `<kind>_<YYYY-MM-DD>_<address>` or `visitors_<YYYY-MM-DDTHH>`, in UTC. */
  _id: string;
  deliveries: string[];
  expires_at: Date;
}

export const mailAllowanceSchema = new Schema<MailAllowance>(
  { _id: String, deliveries: { type: [String], default: undefined }, expires_at: { type: Date, required: true } },
  { collection: 'mail_allowances', versionKey: false, autoIndex: false },
);

// TTL index: deletes the document, whose id may contain an address, two days after its first email.
mailAllowanceSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
