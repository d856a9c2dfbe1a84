import { z } from 'zod';
import { clientListQuery } from './client.js';
import { recordEvent } from './event.js';
import { leadListQuery } from './lead.js';
import { operation } from './operation.js';
import { portfolioInquiryListQuery } from './portfolio-inquiry.js';
import { projectListQuery } from './project.js';
import { byId } from './record-link.js';
import { serviceInquiryListQuery } from './service-inquiry.js';
import { subscriberListQuery } from './subscriber.js';
import { recordId, timestamp } from './text.js';

/** Hours that a finished file can be fetched. */
export const exportLifetime = 24;
/** Seconds that the address of a file works, once. */
export const downloadLifetime = 60;

const page = { after: true, limit: true } as const;

/** The lists that can be exported, and what each can be asked for: its search, filters and order. */
export const exportQueries = {
  leads: leadListQuery.omit(page),
  clients: clientListQuery.omit(page),
  projects: projectListQuery.omit(page),
  service_inquiries: serviceInquiryListQuery.omit(page),
  portfolio_inquiries: portfolioInquiryListQuery.omit(page),
  blog_subscribers: subscriberListQuery.omit(page),
} as const;
export type ExportList = keyof typeof exportQueries;
export const exportLists = Object.keys(exportQueries) as [ExportList, ...ExportList[]];

/** A list as it is looked at. `query` is that list's own. */
export const newExport = z
  .strictObject({ list: z.enum(exportLists, 'Unknown list'), query: z.record(z.string(), z.unknown()).default({}) })
  .superRefine(({ list, query }, context) => {
    const { error } = exportQueries[list].safeParse(query);
    for (const issue of error?.issues ?? []) {
      const path = ['query', ...issue.path];
      if (issue.code === 'unrecognized_keys')
        for (const key of issue.keys)
          context.addIssue({ code: 'custom', path: [...path, key], message: 'Unknown field' });
      else context.addIssue({ code: 'custom', path, message: issue.message });
    }
  });
export type NewExport = z.output<typeof newExport>;

export const exportStatuses = ['waiting', 'running', 'done', 'failed', 'expired'] as const;

export const exportJob = z.object({
  id: recordId,
  list: z.enum(exportLists),
  status: z.enum(exportStatuses),
  /** `blog_subscribers.csv` */
  file_name: z.string(),
  /** Rows written so far. */
  rows: z.int().min(0),
  /** Rows that there were when it began; a floor where a search matches very many. */
  total: z.int().min(0),
  /** Bytes of the finished file. */
  size: z.int().min(0).nullable(),
  created_at: timestamp,
  /** When the file is removed. */
  expires_at: timestamp,
});
export type ExportJob = z.output<typeof exportJob>;

const leads = { service: 'leads', access: 'admin' } as const;

export const exports = {
  create: operation({
    ...leads,
    method: 'POST',
    path: '/admin/exports',
    input: newExport,
    output: exportJob,
    creates: true,
    summary: 'Have a list written into a CSV file, in the background.',
  }),
  get: operation({
    ...leads,
    method: 'GET',
    path: '/admin/exports/:id',
    input: byId,
    output: exportJob,
    summary: 'How far an export has come.',
  }),
  link: operation({
    ...leads,
    method: 'POST',
    path: '/admin/exports/:id/link',
    input: byId,
    output: z.object({ url: z.string(), expires_at: timestamp }),
    summary: `An address of the finished file that works once, for ${downloadLifetime} seconds, without a token.`,
  }),
};

/** An export was ordered, has gone on, is done, has failed or has expired. */
export const exportChanged = recordEvent('export.changed', 'exports');
