import { type Client, clients } from '@docfolio/contracts/client';
import { type Lead, leads } from '@docfolio/contracts/lead';
import type { List } from '@docfolio/contracts/list';
import type { Operation } from '@docfolio/contracts/operation';
import { type EditedPostSummary, posts } from '@docfolio/contracts/post';
import { type Project, projects } from '@docfolio/contracts/project';
import type { Status } from '@docfolio/ui/status-glyph';
import type { z } from 'zod';
import { leadStatuses } from '../../people/leads/lead-statuses.js';
import { projectStatuses } from '../../people/projects/project-statuses.js';

/** Records of each kind that are shown, at most. */
export const recordLimit = 5;

/** A record as the palette shows it. */
export interface PaletteRecord {
  to: string;
  name: string;
  /** What tells it from its namesakes. */
  detail: string | null;
  status?: Status;
  /** Everything that the server looks through, to leave out at once what a longer text no longer matches. */
  text: string;
}

/** A kind of record that the palette finds: how it is called, asked for and shown. */
export interface PaletteGroup<R extends { id: string }> {
  title: string;
  list: Operation<z.ZodType, z.ZodType<List<R>>>;
  recordOf(record: R): PaletteRecord;
}

const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join('\n').toLowerCase();

export const leadGroup: PaletteGroup<Lead> = {
  title: 'Leads',
  list: leads.list,
  recordOf: ({ id, name, email, company, status }) => ({
    to: `/admin/leads/${id}`,
    name,
    detail: company ?? email,
    status: leadStatuses.find(({ value }) => value === status),
    text: joined(name, email, company),
  }),
};

export const clientGroup: PaletteGroup<Client> = {
  title: 'Clients',
  list: clients.list,
  recordOf: ({ id, name, email, company, phone }) => ({
    to: `/admin/clients/${id}`,
    name,
    detail: company ?? email,
    text: joined(name, email, company, phone),
  }),
};

export const projectGroup: PaletteGroup<Project> = {
  title: 'Projects',
  list: projects.list,
  recordOf: ({ id, title, client, service_type, description, status }) => ({
    to: `/admin/projects/${id}`,
    name: title,
    detail: client?.label ?? service_type,
    status: projectStatuses.find(({ value }) => value === status),
    text: joined(title, service_type, description),
  }),
};

export const postGroup: PaletteGroup<EditedPostSummary> = {
  title: 'Posts',
  list: posts.listEdited,
  recordOf: ({ id, title, category, excerpt, published, scheduled_at }) => ({
    to: `/admin/blog/edit/${id}`,
    name: title,
    detail: published ? category : scheduled_at ? 'Scheduled' : 'Draft',
    text: joined(title, category, excerpt),
  }),
};
