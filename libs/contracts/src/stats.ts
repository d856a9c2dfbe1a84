import { z } from 'zod';
import { operation } from './operation.js';

const count = z.int().min(0);
const nothing = z.strictObject({});

/** The dashboard's figures and the sidebar's counts (specification, sections 2 and 7). Spam-flagged ones count nowhere. */
export const peopleStats = z.object({
  leads: count,
  new_leads: count,
  clients: count,
  projects: count,
  /** In progress. */
  active_projects: count,
  service_inquiries: count,
  portfolio_inquiries: count,
  subscribers: count,
  active_subscribers: count,
  parked_submissions: count,
});
export type PeopleStats = z.output<typeof peopleStats>;

export const contentStats = z.object({
  posts: count,
  testimonials: count,
  approved_testimonials: count,
  pending_testimonials: count,
  bookmarks: count,
  pending_comments: count,
  parked_submissions: count,
});
export type ContentStats = z.output<typeof contentStats>;

export const mailStats = z.object({ failed: count });
export type MailStats = z.output<typeof mailStats>;

const get = { method: 'GET', access: 'admin', input: nothing } as const;

/** Asked side by side: each part of the dashboard fails alone. */
export const stats = {
  people: operation({
    ...get,
    service: 'leads',
    path: '/admin/stats/people',
    output: peopleStats,
    summary: 'Counts of leads, clients, projects, inquiries and subscribers.',
  }),
  content: operation({
    ...get,
    service: 'content',
    path: '/admin/stats/content',
    output: contentStats,
    summary: 'Counts of posts, comments, bookmarks and testimonials.',
  }),
  mails: operation({
    ...get,
    service: 'notifications',
    path: '/admin/stats/mails',
    output: mailStats,
    summary: 'Counts of mails.',
  }),
};
