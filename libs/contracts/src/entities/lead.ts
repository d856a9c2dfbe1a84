import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordChange } from '../core/event.js';
import { honeypot } from '../core/honeypot.js';
import { listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { submitted } from '../core/submission.js';
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
} from '../core/text.js';

export const leadEntity = entity({
  collection: 'leads',
  service: 'leads',
  trash: true,
  exported: true,
  counts: { leads: { is_spam: false }, new_leads: { is_spam: false, status: 'new' } },
});

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

/** Fields about the sender, shared by the contact form and the inquiry forms. */
export const contactFields = {
  name: requiredLine('Name is required'),
  email: emailAddress,
  phone: optional(line()),
  company: optional(line()),
};

const leadFields = {
  ...contactFields,
  budget_range: optionalChoice(budgetRanges, 'Unknown budget range'),
  timeline: optionalChoice(timelines, 'Unknown timeline'),
  service_interest: optional(line()),
  project_type: optional(line()),
};

export const newLead = z.strictObject({
  ...leadFields,
  message: requiredParagraphs('Message is required'),
  source: z.enum(leadSources, 'Unknown source'),
  ...honeypot,
});
export type NewLead = z.output<typeof newLead>;

/** Maximum characters of a lead's message: a portfolio inquiry's two texts, joined by a blank line, fit into it. */
export const leadMessageLimit = 2 * longTextLimit + 2;

/** A lead that an admin adds in the CRM. Unlike in the contact form, the message is optional. */
export const addedLead = z.strictObject({
  ...leadFields,
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
  /** The client and the project that the lead was converted into; null if there is none. */
  client_id: recordId.nullable(),
  project_id: recordId.nullable(),
  ...recordStamps,
});
export type Lead = z.output<typeof lead>;

export const leadListQuery = listQuery(leadSorts, {
  status: z.enum(leadStatuses, 'Unknown status').optional(),
  source: z.enum(leadSources, 'Unknown source').optional(),
  /** `hide` (default) lists leads that are not marked as spam, `only` lists those that are. */
  spam: z.enum(['hide', 'only']).default('hide'),
});
export type LeadListQuery = z.output<typeof leadListQuery>;

export const leadPatch = patchOf(
  {
    ...leadFields,
    message: optional(paragraphs(leadMessageLimit)),
    source: z.enum(leadSources, 'Unknown source'),
    status: z.enum(leadStatuses, 'Unknown status'),
    is_spam: z.boolean(),
  },
  ['status', 'is_spam'],
);
export type LeadPatch = z.output<typeof leadPatch>;

export const leads = operations({
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/leads',
    access: 'public',
    input: newLead,
    output: submitted,
    delivery: 'submission',
    summary: 'Send the contact form.',
  }),
  ...crud(leadEntity, {
    noun: 'lead',
    query: leadListQuery,
    record: lead,
    create: addedLead,
    patch: leadPatch,
    summaries: {
      list: 'List leads, newest first. Searches name, email and company.',
      patch: 'Update fields of a lead, its status or its spam mark.',
    },
  }),
});

export const leadOfEvent = lead.omit({ version: true, is_spam: true, client_id: true, project_id: true });

/** A visitor or an admin (`actor`) created a lead, but not as spam or by an inquiry, which has its own event. */
export const leadCreated = event(
  'lead.created',
  z.object({ lead: leadOfEvent, by: z.enum(['visitor', 'admin']), actor: z.string().nullable().default(null) }),
  ['notifications', 'leads'],
  { live: ({ lead }) => [{ topic: 'leads', id: lead.id, act: 'created' }] },
);

/** A lead was changed, deleted or restored. The event contains the names of changed fields, but not their values. */
export const leadChanged = event(
  'lead.changed',
  recordChange.extend({
    /** Email address of the admin who made the change; null if unknown. */
    actor: z.string().nullable(),
    status: z.object({ from: z.enum(leadStatuses), to: z.enum(leadStatuses) }).optional(),
    is_spam: z.boolean().optional(),
    /** The results of a conversion; absent for other changes. */
    converted: z.object({ client_id: recordId.nullable(), project_id: recordId.nullable() }).optional(),
    /** Names of all other changed fields. */
    fields: z.array(z.string()),
  }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'leads', id, act }] },
);
