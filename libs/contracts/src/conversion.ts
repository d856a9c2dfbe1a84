import { z } from 'zod';
import { client, newClient } from './client.js';
import { type Lead, lead } from './lead.js';
import { operation, operations } from './operation.js';
import { newProject, project } from './project.js';
import { recordId } from './text.js';

/** Converts a lead into a new or an existing client, a project, or both. `id` is the lead's. */
export const newConversion = z
  .strictObject({
    id: recordId,
    client: newClient.optional(),
    /** An existing client. */
    client_id: recordId.optional(),
    /** It belongs to the client of this conversion, or to that of an earlier one. */
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

/** Lower end of each budget range, as the project's budget. */
const budgetFloors = { '5k-15k': 5_000, '15k-50k': 15_000, '50k-100k': 50_000, '100k+': 100_000 } as const;
const timelineTexts = {
  asap: 'As soon as possible',
  '1-3-months': '1-3 months',
  '3-6-months': '3-6 months',
  '6-12-months': '6-12 months',
  exploring: 'Just exploring',
} as const;

/** Returns the budget and timeline that a project takes from its lead unless it has its own. */
export function carriedToProject({ budget_range, timeline }: Pick<Lead, 'budget_range' | 'timeline'>) {
  return {
    budget: budget_range && budgetFloors[budget_range],
    timeline_estimate: timeline && timelineTexts[timeline],
  };
}

export const conversion = z.object({
  /** Linked to both, with status `converted`. */
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
