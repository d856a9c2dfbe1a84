import { z } from 'zod';
import { entity } from '../core/entity.js';
import { event } from '../core/event.js';
import { listOf, listQuery } from '../core/list.js';
import { liveActions } from '../core/live.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { recordId, text, timestamp } from '../core/text.js';

export const auditEntity = entity({ collection: 'audit_entries' });

/** What an entry of the audit trail says was done. */
export const auditActs = [
  'created',
  'changed',
  'deleted',
  'restored',
  'purged',
  'converted',
  'exported',
  'downloaded',
  'shared',
  'sent',
  'paused',
  'resumed',
  'retried',
  'dismissed',
  'published',
  'promoted',
  'rolled_back',
  'pinned',
  'granted',
  'revoked',
  'confirmed',
  'unsubscribed',
  'signed_in',
  'signed_out',
  'password_changed',
  'recovery_requested',
  'password_reset',
  'token_reused',
] as const;
export type AuditAct = (typeof auditActs)[number];

/**
 * `done`: it happened. `refused`: nothing changed (4xx). `unconfirmed`: the caller got no result, because a process
 * failed or was too slow; if the write happened after all, the entry becomes `done` when its changes arrive.
 */
export const auditOutcomes = ['done', 'refused', 'unconfirmed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** `website`: visitors. `automatic`: the platform itself. */
export const auditActors = ['user', 'token', 'website', 'automatic'] as const;

const auditValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
export type AuditValue = z.output<typeof auditValue>;

/** A changed field. Long texts are cut to 300 characters, email addresses and phone numbers are masked. */
export const auditChange = z.object({ field: z.string(), before: auditValue, after: auditValue });
export type AuditChange = z.output<typeof auditChange>;

export const auditEntry = z.object({
  id: recordId,
  created_at: timestamp,
  actor: z.enum(auditActors),
  /** Id of the user, name of the API token, or `website` or `automatic`: the value of the filter `who`. */
  who: z.string(),
  /** Email address of the user, or name of the API token; empty for `website` and `automatic`. */
  who_name: z.string(),
  act: z.enum(auditActs),
  /** Name of the operation in the operation table: `leads.patch`. */
  operation: z.string(),
  /** Collection of the record: `leads`. */
  kind: z.string(),
  record_id: z.string().nullable(),
  /** Null if it is unknown, or was erased because the record was purged. */
  record_name: z.string().nullable(),
  changes: z.array(auditChange),
  outcome: z.enum(auditOutcomes),
  /** Code of the problem that the caller got. */
  problem: z.string().nullable(),
  /** Browser and system of a sign-in. */
  note: z.string().nullable(),
  request_id: z.string(),
  /** Whether values were erased because the record was purged. The names of the fields stay. */
  erased: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filterText = text().min(1, 'Not a filter').max(200, 'Not a filter');

const filters = {
  who: filterText.optional(),
  act: z.enum(auditActs, 'Unknown operation').optional(),
  kind: filterText.optional(),
  record: filterText.optional(),
  /** Times between which entries were made: `from` is included, `to` is not. */
  from: timestamp.optional(),
  to: timestamp.optional(),
};

export const auditQuery = listQuery(['-created_at'], filters);

const admin = { service: 'gateway', access: 'admin' } as const;

export const audit = operations({
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/audit',
    input: auditQuery,
    output: listOf(auditEntry),
    summary: 'List the audit trail, newest first.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/audit/:id',
    input: byId,
    output: auditEntry,
    summary: 'Get an entry of the audit trail.',
  }),
  options: operation({
    ...admin,
    method: 'GET',
    path: '/admin/audit/options',
    input: z.strictObject({}),
    output: z.object({
      people: z.array(z.object({ who: z.string(), name: z.string() })),
      kinds: z.array(z.string()),
      /** Days for which entries are stored. */
      days: z.int().min(1),
    }),
    summary: 'Get the values to filter the audit trail by, and the days for which it is stored.',
  }),
  export: operation({
    ...admin,
    method: 'POST',
    path: '/admin/audit/export',
    input: auditQuery.omit({ after: true, limit: true }),
    output: z.object({ url: z.string(), file_name: z.string(), expires_at: timestamp }),
    summary: 'Create a link to the audit trail as a CSV file. It works once, for 60 seconds, without a token.',
  }),
});

/** A record was written on behalf of a call that is audited. Stored in the same atomic write as the change. */
export const recordAudited = event(
  'record.audited',
  z.object({
    /** Id of the call's entry. */
    entry_id: z.string(),
    /** Key of the operation: `PATCH /admin/leads/:id`. */
    operation: z.string(),
    request_id: z.string(),
    actor: z.object({ user_id: z.string(), email: z.string() }).nullable(),
    /** Whether the platform did it by itself. */
    automatic: z.boolean().default(false),
    kind: z.string(),
    record_id: z.string(),
    record_name: z.string().nullable(),
    act: z.enum(liveActions),
    changes: z.array(auditChange),
  }),
  ['gateway'],
);

/** Records are about to be purged: their values in the audit trail have to be erased. */
export const recordsPurged = event('records.purged', z.object({ kind: z.string(), ids: z.array(z.string()) }), [
  'gateway',
]);
