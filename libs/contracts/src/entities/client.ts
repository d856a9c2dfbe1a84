import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordChange } from '../core/event.js';
import { listQuery } from '../core/list.js';
import { operations } from '../core/operation.js';
import { emailAddress, line, optional, paragraphs, recordId, requiredLine } from '../core/text.js';

export const clientEntity = entity({
  collection: 'clients',
  service: 'leads',
  trash: true,
  exported: true,
  counts: { clients: {} },
});

// Specification, sections 2, 3 and 5.
export const clientSorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  'email',
  '-email',
  'company',
  '-company',
] as const;

const clientFields = {
  name: requiredLine('Name is required'),
  email: emailAddress,
  phone: optional(line()),
  company: optional(line()),
  billing_address: optional(paragraphs(1_000)),
};

export const newClient = z.strictObject(clientFields);
export type NewClient = z.output<typeof newClient>;

export const client = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  billing_address: z.string().nullable(),
  /** The lead that was converted into this client; null if there was none. */
  lead_id: recordId.nullable(),
  ...recordStamps,
});
export type Client = z.output<typeof client>;

export const clientListQuery = listQuery(clientSorts, {
  /** Lists only clients with this email address, ignoring case: used to find duplicates. */
  email: emailAddress.optional(),
});
export type ClientListQuery = z.output<typeof clientListQuery>;

export const clientPatch = patchOf(clientFields);
export type ClientPatch = z.output<typeof clientPatch>;

export const clients = operations(
  crud(clientEntity, {
    noun: 'client',
    query: clientListQuery,
    record: client,
    create: newClient,
    patch: clientPatch,
    summaries: {
      list: 'List clients, newest first. Searches name, email, company and phone.',
      delete: 'Delete a client. Their projects stay.',
    },
  }),
);

/** A client was created, changed, deleted or restored. `lead_id` is the lead it was converted from, or null. */
export const clientChanged = event(
  'client.changed',
  recordChange.extend({ actor: z.string().nullable(), lead_id: recordId.nullable(), fields: z.array(z.string()) }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'clients', id, act }] },
);
