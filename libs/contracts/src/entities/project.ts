import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordChange } from '../core/event.js';
import { listQuery } from '../core/list.js';
import { operations } from '../core/operation.js';
import { recordLink } from '../core/record-link.js';
import { day, line, money, optional, optionalFormat, paragraphs, recordId, requiredLine, rules } from '../core/text.js';

export const projectEntity = entity({
  collection: 'projects',
  service: 'leads',
  trash: true,
  exported: true,
  counts: { projects: {}, active_projects: { status: ['in_progress', 'planning'] } },
});

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

const date = optionalFormat(day(), 'Not a date');

const projectFields = {
  title: requiredLine('Project Title is required'),
  description: optional(paragraphs()),
  service_type: requiredLine('Service Type is required'),
  status: z.enum(projectStatuses, 'Unknown status'),
  budget: money().nullish(),
  start_date: date,
  end_date: date,
  timeline_estimate: optional(line()),
  client_id: recordId.nullish(),
};

type Days = { start_date?: string | null | undefined; end_date?: string | null | undefined };
const inOrder = ({ start_date, end_date }: Days) => !start_date || !end_date || start_date <= end_date;
export const endsBeforeItStarts = 'End Date is before Start Date';

export const newProject = z
  .strictObject({ ...projectFields, status: projectFields.status.default('inquiry') })
  .refine(inOrder, { path: ['end_date'], message: endsBeforeItStarts })
  .meta(rules(endsBeforeItStarts));
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
  /** The project's client; null if it has none or the client was deleted. */
  client: recordLink.nullable(),
  /** The lead that was converted into this project; null if there was none. */
  lead_id: recordId.nullable(),
  ...recordStamps,
});
export type Project = z.output<typeof project>;

export const projectListQuery = listQuery(projectSorts, {
  /** `active`: in progress or planning. */
  status: z.enum([...projectStatuses, 'active'], 'Unknown status').optional(),
  client_id: recordId.optional(),
});
export type ProjectListQuery = z.output<typeof projectListQuery>;

export const projectPatch = patchOf(projectFields, ['status'])
  .refine(inOrder, { path: ['end_date'], message: endsBeforeItStarts })
  .meta(rules(endsBeforeItStarts));
export type ProjectPatch = z.output<typeof projectPatch>;

export const projects = operations(
  crud(projectEntity, {
    noun: 'project',
    query: projectListQuery,
    record: project,
    create: newProject,
    patch: projectPatch,
    summaries: {
      list: 'List projects, newest first. Searches title, service type and description.',
      patch: 'Update a project or its status.',
    },
  }),
);

/** A project was created, changed, deleted or restored. */
export const projectChanged = event(
  'project.changed',
  recordChange.extend({
    actor: z.string().nullable(),
    title: z.string(),
    client_id: recordId.nullable(),
    lead_id: recordId.nullable(),
    status: z.object({ from: z.enum(projectStatuses), to: z.enum(projectStatuses) }).optional(),
    fields: z.array(z.string()).default([]),
  }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'projects', id, act }] },
);
