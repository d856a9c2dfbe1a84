import { z } from 'zod';
import { event, recordChange } from './event.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId, recordLink } from './record-link.js';
import { line, optional, paragraphs, recordId, requiredLine, timestamp } from './text.js';

// Specification, sections 2 to 5.
export const projectStatuses = [
  'inquiry',
  'proposal',
  'planning',
  'in_progress',
  'on_hold',
  'completed',
  'cancelled',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];
export const projectSorts = ['-created_at', 'created_at', 'title', '-title', 'budget', '-budget'] as const;

/** In the owner's currency; two decimals. */
export const maxBudget = 1_000_000_000;
const budget = z
  .number('Not a number')
  .min(0, 'Not below 0')
  .max(maxBudget, `At most ${maxBudget.toLocaleString('en-US')}`)
  .transform((amount) => Math.round(amount * 100) / 100)
  .nullish();

/** `YYYY-MM-DD`, a day without a time zone; the empty string, which an untouched input sends, is null. */
const day = z
  .union([z.iso.date('Not a date'), z.literal('')], 'Not a date')
  .nullish()
  .transform((value) => (value === '' ? null : value));

const projectFields = {
  title: requiredLine('Project Title is required'),
  description: optional(paragraphs()),
  service_type: requiredLine('Service Type is required'),
  status: z.enum(projectStatuses, 'Unknown status'),
  budget,
  start_date: day,
  end_date: day,
  timeline_estimate: optional(line()),
  client_id: recordId.nullish(),
};

type Days = { start_date?: string | null | undefined; end_date?: string | null | undefined };
const inOrder = ({ start_date, end_date }: Days) => !start_date || !end_date || start_date <= end_date;
export const endsBeforeItStarts = 'End Date is before Start Date';

/** A project as the owner writes it down. */
export const newProject = z
  .strictObject({ ...projectFields, status: projectFields.status.default('inquiry') })
  .refine(inOrder, { path: ['end_date'], message: endsBeforeItStarts });
export type NewProject = z.output<typeof newProject>;

export const project = z.object({
  id: recordId,
  title: z.string(),
  description: z.string().nullable(),
  service_type: z.string(),
  status: z.enum(projectStatuses),
  budget: z.number().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  timeline_estimate: z.string().nullable(),
  client_id: recordId.nullable(),
  /** Whose it is; null where nobody is named, or where that client has been deleted. */
  client: recordLink.nullable(),
  /** The lead that it came from. */
  lead_id: recordId.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type Project = z.output<typeof project>;

export const projectListQuery = listQuery(projectSorts, {
  status: z.enum(projectStatuses, 'Unknown status').optional(),
  client_id: recordId.optional(),
});
export type ProjectListQuery = z.output<typeof projectListQuery>;

/** A form's save names the version it read; a status change needs none. */
export const projectPatch = z
  .strictObject(projectFields)
  .partial()
  .extend({ id: recordId, version: z.int().min(1).optional() })
  .refine(({ id: _id, version, status: _status, ...fields }) => version !== undefined || !Object.keys(fields).length, {
    path: ['version'],
    message: 'Name the version that was edited',
  })
  .refine(inOrder, { path: ['end_date'], message: endsBeforeItStarts });
export type ProjectPatch = z.output<typeof projectPatch>;

const leads = { service: 'leads', access: 'admin' } as const;

export const projects = {
  list: operation({
    ...leads,
    method: 'GET',
    path: '/admin/projects',
    input: projectListQuery,
    output: listOf(project),
    summary: 'Projects, newest first; searched by title, service type and description.',
  }),
  get: operation({
    ...leads,
    method: 'GET',
    path: '/admin/projects/:id',
    input: byId,
    output: project,
    summary: 'One project.',
  }),
  create: operation({
    ...leads,
    method: 'POST',
    path: '/admin/projects',
    input: newProject,
    output: project,
    creates: true,
    summary: 'Write down a project.',
  }),
  patch: operation({
    ...leads,
    method: 'PATCH',
    path: '/admin/projects/:id',
    input: projectPatch,
    output: project,
    summary: 'Change a project or its status.',
  }),
  delete: operation({
    ...leads,
    method: 'DELETE',
    path: '/admin/projects/:id',
    input: byId,
    output: byId,
    summary: 'Delete a project.',
  }),
};

/**
 * A project was created, changed, deleted or restored: its own timeline shows all of it, its client's and its lead's show
 * its creation and its statuses.
 */
export const projectChanged = event(
  'project.changed',
  recordChange.extend({
    actor: z.string().nullable(),
    title: z.string(),
    client_id: recordId.nullable(),
    lead_id: recordId.nullable(),
    status: z.object({ from: z.enum(projectStatuses), to: z.enum(projectStatuses) }).optional(),
    /** Names of the other fields that have changed. */
    fields: z.array(z.string()).default([]),
  }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'projects', id, act }] },
);
