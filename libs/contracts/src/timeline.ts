import { z } from 'zod';
import { event, recordChange } from './event.js';
import { listOf, listQuery } from './list.js';
import { mailId } from './mail.js';
import { operation } from './operation.js';
import { byId, recordLink } from './record-link.js';
import { recordId, requiredParagraphs, timestamp } from './text.js';

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

/** What a conversion made of a lead, as its project's timeline shows it. The lead's statuses are the entry's. */
export const conversionSummary = z.object({
  client: recordLink.nullable(),
  /** The client was created by it, not known before. */
  client_created: z.boolean(),
  budget: z.number().nullable(),
  timeline_estimate: z.string().nullable(),
  /** Notes and sent emails of the lead by then. */
  notes: z.int(),
  mails: z.int(),
});

/** One line of the timeline of a lead, a client or a project. */
export const timelineEntry = z.object({
  id: recordId,
  /** The lead, client or project that it is about. */
  subject_id: recordId,
  kind: z.enum(timelineKinds),
  /** When it happened. */
  at: timestamp,
  /** The admin's e-mail address; null: a visitor, or the system. */
  actor: z.string().nullable(),
  /**
   * A note's text; of a creation the source or null; of a mail its subject; of a change the names of the fields, comma
   * between them.
   */
  text: z.string().nullable(),
  /** Statuses before and after. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The client, project, lead or inquiry that it tells of, and why a mail failed (label). */
  link: recordLink
    .extend({
      // A mail's id is no UUID; a UUID is an id of this kind too.
      id: mailId,
      type: z.enum(['leads', 'clients', 'projects', 'service_inquiries', 'portfolio_inquiries', 'mails']),
    })
    .nullable(),
  /** When a note was edited. */
  edited_at: timestamp.nullable(),
  /** Of the conversion that a project came from. */
  conversion: conversionSummary.nullable().default(null),
  version: z.int().min(1),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const timelineSorts = ['-at', 'at'] as const;

/**
 * `id` is the lead's, the client's or the project's. A client's timeline includes that of the lead that they were; a
 * project's includes what its lead brought along: its arrival, notes and emails. `kind` selects the notes alone.
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

const leads = { service: 'leads', access: 'admin' } as const;

export const timeline = {
  list: operation({
    ...leads,
    method: 'GET',
    path: '/admin/timeline/:id',
    input: timelineQuery,
    output: listOf(timelineEntry),
    summary: 'What happened to a lead, a client or a project, newest first.',
  }),
  addNote: operation({
    ...leads,
    method: 'POST',
    path: '/admin/timeline/:id/notes',
    input: newNote,
    output: timelineEntry,
    creates: true,
    summary: 'Create a note on a lead, a client or a project.',
  }),
  patchNote: operation({
    ...leads,
    method: 'PATCH',
    path: '/admin/notes/:id',
    input: notePatch,
    output: timelineEntry,
    summary: 'Change a note.',
  }),
  deleteNote: operation({
    ...leads,
    method: 'DELETE',
    path: '/admin/notes/:id',
    input: byId,
    output: byId,
    summary: 'Delete a note.',
  }),
};

/** A timeline has a new line, or a note of it has changed. `id` is the subject's. */
export const timelineChanged = event('timeline.changed', recordChange, [], {
  live: ({ id, act }) => [{ topic: 'timeline_entries', id, act }],
});
