import { z } from 'zod';
import { adminOf } from './crud.js';
import { entity } from './entity.js';
import { recordEvent } from './event.js';
import { listOf, listQuery } from './list.js';
import { mailId } from './mail.js';
import { operation, operations } from './operation.js';
import { byId, recordLink } from './record-link.js';
import { recordId, requiredParagraphs, timestamp } from './text.js';

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

/** A conversion on the timeline of its project. The lead's statuses are the entry's. */
export const conversionSummary = z.object({
  client: recordLink.nullable(),
  /** False if the conversion chose an existing client. */
  client_created: z.boolean(),
  budget: z.number().nullable(),
  timeline_estimate: z.string().nullable(),
  /** Notes and sent emails of the lead before the conversion. */
  notes: z.int(),
  mails: z.int(),
});

export const timelineEntry = z.object({
  id: recordId,
  /** The lead, client or project. */
  subject_id: recordId,
  kind: z.enum(timelineKinds),
  /** When it happened. */
  at: timestamp,
  /** The admin's email address; null: a visitor or the system. */
  actor: z.string().nullable(),
  /** By kind: a note's text, a created lead's source, an email's subject, or the names of changed fields with commas. */
  text: z.string().nullable(),
  /** Statuses before and after. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The other record involved. For a failed email the label is the reason. */
  link: recordLink
    .extend({
      // An email's id is not a UUID. This pattern accepts both.
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
 * `id` is the lead's, the client's or the project's. A client's timeline includes that of the lead it was converted from;
 * a project's includes its lead's creation, notes and emails. `kind` selects the notes alone.
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

/** `id` is the lead's, the client's or the project's. */
export const timelineChanged = recordEvent('timeline.changed', 'timeline_entries');
