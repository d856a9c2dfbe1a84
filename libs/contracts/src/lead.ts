import { z } from 'zod';
import { event } from './event.js';
import { honeypot } from './honeypot.js';
import { listOf, listQuery } from './list.js';
import { liveActions } from './live.js';
import { operation } from './operation.js';
import { submitted } from './submission.js';
import {
  emailAddress,
  line,
  longTextLimit,
  optional,
  optionalChoice,
  paragraphs,
  recordId,
  requiredLine,
  requiredParagraphs,
  timestamp,
} from './text.js';

// Specification, sections 3, 4 and 5.
export const leadSources = ['direct', 'blog', 'contact', 'services', 'portfolio'] as const;
export const leadStatuses = ['new', 'contacted', 'qualified', 'converted', 'lost'] as const;
export const budgetRanges = ['5k-15k', '15k-50k', '50k-100k', '100k+'] as const;
export const timelines = ['asap', '1-3-months', '3-6-months', '6-12-months', 'exploring'] as const;
export const leadSorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  'email',
  '-email',
  'company',
  '-company',
] as const;

export type LeadSource = (typeof leadSources)[number];
export type LeadStatus = (typeof leadStatuses)[number];

/** What a person says of themselves, wherever they ask. */
export const contactFields = {
  name: requiredLine('Name is required'),
  email: emailAddress,
  phone: optional(line()),
  company: optional(line()),
};

/** And of what they want. */
const enquiry = {
  ...contactFields,
  budget_range: optionalChoice(budgetRanges, 'Unknown budget range'),
  timeline: optionalChoice(timelines, 'Unknown timeline'),
  service_interest: optional(line()),
  project_type: optional(line()),
};

/** A visitor's enquiry, as the public lead form sends it. */
export const newLead = z.strictObject({
  ...enquiry,
  message: requiredParagraphs('Message is required'),
  source: z.enum(leadSources, 'Unknown source'),
  ...honeypot,
});
export type NewLead = z.output<typeof newLead>;

/** Characters of a lead's message: as many as a form takes, or both texts of a portfolio inquiry with a blank line. */
export const leadMessageLimit = 2 * longTextLimit + 2;

/** A lead that the owner writes down: nobody sent a message. */
export const addedLead = z.strictObject({
  ...enquiry,
  message: optional(paragraphs(leadMessageLimit)),
  source: z.enum(leadSources, 'Unknown source').default('direct'),
  status: z.enum(leadStatuses, 'Unknown status').default('new'),
});
export type AddedLead = z.output<typeof addedLead>;

export const lead = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  message: z.string().nullable(),
  source: z.enum(leadSources),
  budget_range: z.enum(budgetRanges).nullable(),
  timeline: z.enum(timelines).nullable(),
  service_interest: z.string().nullable(),
  project_type: z.string().nullable(),
  status: z.enum(leadStatuses),
  is_spam: z.boolean(),
  /** What it has been converted into. */
  client_id: recordId.nullable(),
  project_id: recordId.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type Lead = z.output<typeof lead>;

export const leadListQuery = listQuery(leadSorts, {
  status: z.enum(leadStatuses, 'Unknown status').optional(),
  source: z.enum(leadSources, 'Unknown source').optional(),
  /** Flagged leads stand in a filter of their own. */
  spam: z.enum(['hide', 'only']).default('hide'),
});
export type LeadListQuery = z.output<typeof leadListQuery>;

/** A form's save names the version it read; a status change or a spam mark needs none. */
export const leadPatch = z
  .strictObject({
    ...enquiry,
    message: optional(paragraphs(leadMessageLimit)),
    source: z.enum(leadSources, 'Unknown source'),
    status: z.enum(leadStatuses, 'Unknown status'),
    is_spam: z.boolean(),
  })
  .partial()
  .extend({ id: recordId, version: z.int().min(1).optional() })
  .refine(
    ({ id: _id, version, status: _status, is_spam: _spam, ...fields }) =>
      version !== undefined || !Object.keys(fields).length,
    {
      path: ['version'],
      message: 'Name the version that was edited',
    },
  );
export type LeadPatch = z.output<typeof leadPatch>;

const byId = z.strictObject({ id: recordId });

export const leads = {
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/leads',
    access: 'public',
    input: newLead,
    output: submitted,
    delivery: 'submission',
    summary: 'Send an enquiry.',
  }),
  list: operation({
    service: 'leads',
    method: 'GET',
    path: '/admin/leads',
    access: 'admin',
    input: leadListQuery,
    output: listOf(lead),
    summary: 'Leads, newest first; searched by name, e-mail and company.',
  }),
  get: operation({
    service: 'leads',
    method: 'GET',
    path: '/admin/leads/:id',
    access: 'admin',
    input: byId,
    output: lead,
    summary: 'One lead.',
  }),
  create: operation({
    service: 'leads',
    method: 'POST',
    path: '/admin/leads',
    access: 'admin',
    input: addedLead,
    output: lead,
    creates: true,
    summary: 'Write down a lead.',
  }),
  patch: operation({
    service: 'leads',
    method: 'PATCH',
    path: '/admin/leads/:id',
    access: 'admin',
    input: leadPatch,
    output: lead,
    summary: 'Change fields of a lead, its status or its spam mark.',
  }),
  delete: operation({
    service: 'leads',
    method: 'DELETE',
    path: '/admin/leads/:id',
    access: 'admin',
    input: byId,
    output: byId,
    summary: 'Delete a lead.',
  }),
};

/** What an event tells of a lead. */
export const leadOfEvent = lead.omit({ version: true, is_spam: true, client_id: true, project_id: true });

/**
 * An enquiry has arrived (spam raises none, and neither does a lead that came with an inquiry), or the owner has
 * written one down: then `actor` is their e-mail address.
 */
export const leadCreated = event(
  'lead.created',
  z.object({ lead: leadOfEvent, by: z.enum(['visitor', 'admin']), actor: z.string().nullable().default(null) }),
  ['notifications', 'leads'],
  { live: ({ lead }) => [{ topic: 'leads', id: lead.id, act: 'created' }] },
);

/** A lead was changed, deleted or restored: what its timeline tells, and nothing of what it says. */
export const leadChanged = event(
  'lead.changed',
  z.object({
    id: recordId,
    act: z.enum(liveActions),
    /** The admin's e-mail address. */
    actor: z.string().nullable(),
    /** Where that has changed. */
    status: z.object({ from: z.enum(leadStatuses), to: z.enum(leadStatuses) }).optional(),
    is_spam: z.boolean().optional(),
    /** What it was converted into by this change. */
    converted: z.object({ client_id: recordId.nullable(), project_id: recordId.nullable() }).optional(),
    /** Names of the other fields that have changed. */
    fields: z.array(z.string()),
  }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'leads', id, act }] },
);
