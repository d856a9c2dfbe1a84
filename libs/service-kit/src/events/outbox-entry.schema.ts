import { Schema } from 'mongoose';
import type { OutboxEntry } from './outbox.js';

/** Schema of an entry of a document's `outbox`. */
export const outboxEntrySchema = new Schema<OutboxEntry>(
  {
    id: { type: String, required: true },
    name: String,
    payload: Schema.Types.Mixed,
    at: Date,
    traceparent: { type: String, required: false },
  },
  { _id: false, minimize: false },
);
