import { z } from 'zod';
import { client, newClient } from './client.js';
import { type Lead, lead } from './lead.js';
import { operation, operations } from './operation.js';
import { newProject, project } from './project.js';
import { recordId } from './text.js';

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
  });
export type NewConversion = z.output<typeof newConversion>;

/** Lower end of each budget range: the budget of a project that states none. */
const budgetFloors = { '5k-15k': 5_000, '15k-50k': 15_000, '50k-100k': 50_000, '100k+': 100_000 } as const;
const timelineTexts = {
  asap: 'As soon as possible',
  '1-3-months': '1-3 months',
  '3-6-months': '3-6 months',
  '6-12-months': '6-12 months',
  exploring: 'Just exploring',
} as const;

/** Returns the lead's budget and timeline in the fields of a project, for a project that states none. */
export function carriedToProject({ budget_range, timeline }: Pick<Lead, 'budget_range' | 'timeline'>) {
  return {
    budget: budget_range && budgetFloors[budget_range],
    timeline_estimate: timeline && timelineTexts[timeline],
  };
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
