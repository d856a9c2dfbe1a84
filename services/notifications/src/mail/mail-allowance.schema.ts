import { Schema } from 'mongoose';

/** Deliveries of one kind to one address on one day, or to all visitors in one hour. */
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

// TTL index: deletes the addresses after the day.
mailAllowanceSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
