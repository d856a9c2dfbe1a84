import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { byId, recordLink } from '../core/record-link.js';
import { recordId, requiredParagraphs, timestamp } from '../core/text.js';
import { mailId } from './mail.js';

export const timelineEntity = entity({ collection: 'timeline_entries' });

export const timelineKinds = [
  'created',
  'changed',
  'status',
  'spam',
  'not_spam',
  'mail_sent',
  'mail_failed',
  'service_inquiry',
  'portfolio_inquiry',
  'converted',
  'project',
  'project_status',
  'deleted',
  'restored',
  'note',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Details of a lead's conversion, in an entry on the project's timeline. */
export const conversionSummary = z.object({
  client: recordLink.nullable(),
  /** Whether the client was created from this lead; false for another existing client. */
  client_created: z.boolean(),
  budget: z.number().nullable(),
  timeline_estimate: z.string().nullable(),
  /** Number of the lead's notes, and of emails sent to it, before the conversion. */
  notes: z.int(),
  mails: z.int(),
});

export const timelineEntry = z.object({
  id: recordId,
  /** Id of the lead, client or project that the entry is about. Related timelines may show the entry, too. */
  subject_id: recordId,
  kind: z.enum(timelineKinds),
  at: timestamp,
  /** The admin's email address; null: a visitor or the system. */
  actor: z.string().nullable(),
  /** Depends on `kind`: a note's text, a new lead's source, an email's subject, or comma-separated changed fields. */
  text: z.string().nullable(),
  /** Statuses before and after a change of status, or a conversion with a project; else null. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Another record that was involved, or null. For a failed email, the label is the reason of the failure. */
  link: recordLink
    .extend({
      // An email's id is not a UUID; the pattern of `mailId` accepts both.
      id: mailId,
      type: z.enum(['leads', 'clients', 'projects', 'service_inquiries', 'portfolio_inquiries', 'mails']),
    })
    .nullable(),
  edited_at: timestamp.nullable(),
  conversion: conversionSummary.nullable().default(null),
  version: z.int().min(1),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const timelineSorts = ['-at', 'at'] as const;

/**
 * Query of the timeline of the lead, client or project `id`. A client's includes that of the lead it came from; a
 * project's includes its lead's creation, notes and emails. `kind: 'note'` lists only notes.
 */
export const timelineQuery = listQuery(timelineSorts, { id: recordId, kind: z.enum(['note']).optional() }).omit({
  search: true,
});
export type TimelineQuery = z.output<typeof timelineQuery>;

const text = requiredParagraphs('A note needs some text');
export const newNote = z.strictObject({ id: recordId, text });
export type NewNote = z.output<typeof newNote>;
export const notePatch = z.strictObject({ id: recordId, version: z.int().min(1), text });
export type NotePatch = z.output<typeof notePatch>;

const admin = adminOf('leads');

export const timeline = operations({
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/timeline/:id',
    input: timelineQuery,
    output: listOf(timelineEntry),
    summary: 'List what happened to a lead, a client or a project, newest first.',
  }),
  addNote: operation({
    ...admin,
    method: 'POST',
    path: '/admin/timeline/:id/notes',
    input: newNote,
    output: timelineEntry,
    creates: true,
    summary: 'Add a note to a lead, a client or a project.',
  }),
  patchNote: operation({
    ...admin,
    method: 'PATCH',
    path: '/admin/notes/:id',
    input: notePatch,
    output: timelineEntry,
    summary: 'Update a note.',
  }),
  deleteNote: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/notes/:id',
    input: byId,
    output: byId,
    summary: 'Delete a note.',
  }),
});

/** A timeline has changed. `id` is that of its lead, client or project. */
export const timelineChanged = recordEvent('timeline.changed', 'timeline_entries');
