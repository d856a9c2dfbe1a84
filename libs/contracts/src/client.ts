import { z } from 'zod';
import { event, recordChange } from './event.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { emailAddress, line, optional, paragraphs, recordId, requiredLine, timestamp } from './text.js';

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

/** A client as the owner writes them down. */
export const newClient = z.strictObject(clientFields);
export type NewClient = z.output<typeof newClient>;

export const client = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  billing_address: z.string().nullable(),
  /** The lead that they were before. */
  lead_id: recordId.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type Client = z.output<typeof client>;

export const clientListQuery = listQuery(clientSorts, {
  /** Whoever has this very address, however it is spelt: finds duplicates. */
  email: emailAddress.optional(),
});
export type ClientListQuery = z.output<typeof clientListQuery>;

/** A form's save names the version it read. */
export const clientPatch = z
  .strictObject(clientFields)
  .partial()
  .extend({ id: recordId, version: z.int().min(1) });
export type ClientPatch = z.output<typeof clientPatch>;

const leads = { service: 'leads', access: 'admin' } as const;

export const clients = {
  list: operation({
    ...leads,
    method: 'GET',
    path: '/admin/clients',
    input: clientListQuery,
    output: listOf(client),
    summary: 'Clients, newest first; searched by name, e-mail, company and phone.',
  }),
  get: operation({
    ...leads,
    method: 'GET',
    path: '/admin/clients/:id',
    input: byId,
    output: client,
    summary: 'One client.',
  }),
  create: operation({
    ...leads,
    method: 'POST',
    path: '/admin/clients',
    input: newClient,
    output: client,
    creates: true,
    summary: 'Write down a client.',
  }),
  patch: operation({
    ...leads,
    method: 'PATCH',
    path: '/admin/clients/:id',
    input: clientPatch,
    output: client,
    summary: 'Change a client.',
  }),
  delete: operation({
    ...leads,
    method: 'DELETE',
    path: '/admin/clients/:id',
    input: byId,
    output: byId,
    summary: 'Delete a client. Their projects stay.',
  }),
};

/** A client was made (by conversion where `lead_id` says so), changed, deleted or restored. */
export const clientChanged = event(
  'client.changed',
  recordChange.extend({ actor: z.string().nullable(), lead_id: recordId.nullable(), fields: z.array(z.string()) }),
  ['leads'],
  { live: ({ id, act }) => [{ topic: 'clients', id, act }] },
);
