import { event } from '@docfolio/contracts/core/event';
import { listOf, listQuery } from '@docfolio/contracts/core/list';
import { operation } from '@docfolio/contracts/core/operation';
import { submitted } from '@docfolio/contracts/core/submission';
import { recordId, timestamp } from '@docfolio/contracts/core/text';
import { z } from 'zod';

// A contract (operations and events) for the kit's own tests, independent of the platform's services.

export const note = z.object({
  id: recordId,
  title: z.string(),
  author: z.string().nullable(),
  slug: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  version: z.int(),
});
export type Note = z.output<typeof note>;

export const newNote = z.strictObject({
  title: z.string().trim().min(1, 'Title is required'),
  author: z.string().nullish(),
  slug: z.string().min(1),
});
export type NewNote = z.output<typeof newNote>;

export const noteListQuery = listQuery(['-created_at', 'created_at', 'title', '-title'], {});
export type NoteListQuery = z.output<typeof noteListQuery>;

export const noteCreated = event('note.created', z.object({ note, by: z.string() }), ['notifications']);

/** An event without subscribers that invalidates caches. */
export const noteShown = event('note.shown', z.object({ id: recordId }), [], { drops: ['posts', 'comments'] });

const served = z.object({ pid: z.int(), value: z.string() });

export const notes = {
  read: operation({
    service: 'content',
    method: 'GET',
    path: '/test/values/:value',
    access: 'public',
    input: z.strictObject({ value: z.string(), ms: z.number().default(0) }),
    output: served,
    summary: 'Answers who served it, after a while.',
  }),
  work: operation({
    service: 'content',
    method: 'POST',
    path: '/test/work',
    access: 'public',
    input: z.strictObject({ value: z.string(), ms: z.number().default(0) }),
    output: served,
    summary: 'The same, as a command.',
  }),
  fail: operation({
    service: 'content',
    method: 'POST',
    path: '/test/failures',
    access: 'public',
    input: z.strictObject({ how: z.enum(['problem', 'bug']) }),
    output: z.object({}),
    summary: 'Fails.',
  }),
};

export const storedNotes = {
  submit: operation({
    service: 'media',
    method: 'POST',
    path: '/test/notes',
    access: 'public',
    input: newNote,
    output: submitted,
    delivery: 'submission',
    summary: 'Sends a note.',
  }),
  create: operation({
    service: 'media',
    method: 'POST',
    path: '/test/admin/notes',
    access: 'admin',
    input: newNote,
    output: note,
    creates: true,
    summary: 'Create a note.',
  }),
  list: operation({
    service: 'media',
    method: 'GET',
    path: '/test/admin/notes',
    access: 'admin',
    input: noteListQuery,
    output: listOf(note),
    summary: 'Notes.',
  }),
};
