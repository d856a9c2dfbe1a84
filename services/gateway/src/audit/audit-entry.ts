import type { AuditEntry } from '@docfolio/contracts/entities/audit';
import { type RecordBase, recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { Schema } from 'mongoose';

export const auditEntriesCollection = 'audit_entries';
export const auditErasuresCollection = 'audit_erasures';

/** Stored fields of an entry. */
export interface AuditFields extends Omit<AuditEntry, 'id' | 'created_at'> {
  /** Id of the event whose changes the entry has; null if it has none. */
  event_id: string | null;
  expires_at: Date;
}
export type StoredAuditEntry = AuditFields & RecordBase;

const change = new Schema(
  { field: { type: String, required: true }, before: Schema.Types.Mixed, after: Schema.Types.Mixed },
  { _id: false },
);

const newest = { created_at: -1, _id: -1 } as const;

export const auditEntrySchema = recordSchema<AuditFields>(
  {
    actor: { type: String, required: true },
    who: { type: String, required: true },
    who_name: { type: String, default: '' },
    act: { type: String, required: true },
    operation: { type: String, required: true },
    kind: { type: String, required: true },
    record_id: { type: String, default: null },
    record_name: { type: String, default: null },
    changes: { type: [change], default: [] },
    outcome: { type: String, required: true },
    problem: { type: String, default: null },
    note: { type: String, default: null },
    request_id: { type: String, required: true },
    erased: { type: Boolean, default: false },
    event_id: { type: String, default: null },
    expires_at: { type: Date, required: true },
  },
  {
    // Only names: an index of trigrams costs most of a write. Other searches use the indexes below.
    search: ['record_name'],
    indexes: [
      { serves: 'the trail newest first', fields: newest },
      { serves: 'the trail of a user', fields: { who: 1, ...newest } },
      { serves: 'the trail of a user by name', fields: { who_name: 1, ...newest } },
      { serves: 'the trail of an act', fields: { act: 1, ...newest } },
      { serves: 'the trail of a kind of record', fields: { kind: 1, ...newest } },
      { serves: 'the trail of a record', fields: { record_id: 1, ...newest } },
      { serves: 'entries of a request', fields: { request_id: 1, ...newest } },
    ],
  },
);
// Removes entries when their time is over.
auditEntrySchema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 });

/** Marks that a record was purged: entries that arrive later are erased, too. */
export interface AuditErasure {
  /** `<kind>:<id>`. */
  _id: string;
  expires_at: Date;
}

export const auditErasureSchema = new Schema<AuditErasure>(
  { _id: { type: String, required: true }, expires_at: { type: Date, required: true } },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
// Removes markers together with the last entry that they may concern.
auditErasureSchema.index({ expires_at: 1 }, { name: 'expired', expireAfterSeconds: 0 });
