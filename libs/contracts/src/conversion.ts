import { z } from 'zod';
import { client, newClient } from './client.js';
import { lead } from './lead.js';
import { operation } from './operation.js';
import { newProject, project } from './project.js';
import { recordId } from './text.js';

/** What a lead becomes: a new client or one that is there already, a project, or both. `id` is the lead's. */
export const newConversion = z
  .strictObject({
    id: recordId,
    client: newClient.optional(),
    /** A client that is there already, for whoever turns out to be known. */
    client_id: recordId.optional(),
    /** It belongs to the client of this conversion, or to the one that the lead has become before. */
    project: newProject.optional(),
  })
  .refine(({ client, client_id, project }) => client || client_id || project, {
    message: 'Choose a client, a project, or both',
  })
  .refine(({ client, client_id }) => !(client && client_id), {
    path: ['client_id'],
    message: 'Either a new client or one that is there',
  });
export type NewConversion = z.output<typeof newConversion>;

export const conversion = z.object({
  /** Kept, linked to both, status `converted`. */
  lead,
  client: client.nullable(),
  project: project.nullable(),
});
export type Conversion = z.output<typeof conversion>;

export const conversions = {
  create: operation({
    service: 'leads',
    method: 'POST',
    path: '/admin/leads/:id/conversions',
    access: 'admin',
    input: newConversion,
    output: conversion,
    creates: true,
    summary: 'Convert a lead into a client, a project or both.',
  }),
};
