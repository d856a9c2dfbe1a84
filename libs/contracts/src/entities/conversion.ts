import { z } from 'zod';
import { operation, operations } from '../core/operation.js';
import { recordId } from '../core/text.js';
import { client, newClient } from './client.js';
import { type Lead, lead } from './lead.js';
import { newProject, project } from './project.js';

/** Converts the lead `id` into a client (a new or an existing one), a project, or both. */
export const newConversion = z
  .strictObject({
    id: recordId,
    client: newClient.optional(),
    /** Id of an existing client, instead of a new `client`. */
    client_id: recordId.optional(),
    /** A new project. Its client is this conversion's, else the lead's client, else the project's own `client_id`. */
    project: newProject.optional(),
  })
  .refine(({ client, client_id, project }) => client || client_id || project, {
    message: 'Choose a client, a project, or both',
  })
  .refine(({ client, client_id }) => !(client && client_id), {
    path: ['client_id'],
    message: 'Either a new client or one that is there',
  })
  .meta({
    anyOf: ['client', 'client_id', 'project'].map((field) => ({ required: [field] })),
    not: { required: ['client', 'client_id'] },
  });
export type NewConversion = z.output<typeof newConversion>;

const timelineTexts = {
  asap: 'As soon as possible',
  '1-3-months': '1-3 months',
  '3-6-months': '3-6 months',
  '6-12-months': '6-12 months',
  exploring: 'Just exploring',
} as const;

/**
 * Returns the lead's timeline in the field of a project, for a project that states none. Its budget range is not carried over:
 * an amount within it would be invented.
 */
export function carriedToProject({ timeline }: Pick<Lead, 'timeline'>) {
  return { timeline_estimate: timeline && timelineTexts[timeline] };
}

export const conversion = z.object({
  /** The converted lead: status `converted`, linked to the client and the project. */
  lead,
  client: client.nullable(),
  project: project.nullable(),
});
export type Conversion = z.output<typeof conversion>;

export const conversions = operations({
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
});
