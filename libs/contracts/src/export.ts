import { z } from 'zod';
import { clientListQuery } from './client.js';
import { adminOf } from './crud.js';
import { entity } from './entity.js';
import { recordEvent } from './event.js';
import { leadListQuery } from './lead.js';
import { operation, operations } from './operation.js';
import { portfolioInquiryListQuery } from './portfolio-inquiry.js';
import { projectListQuery } from './project.js';
import { byId } from './record-link.js';
import { serviceInquiryListQuery } from './service-inquiry.js';
import { subscriberListQuery } from './subscriber.js';
import { recordId, timestamp } from './text.js';

export const exportEntity = entity({ collection: 'exports' });

/** Hours that a finished file can be downloaded. */
export const exportLifetime = 24;
/** Seconds that a download link works, once. */
export const downloadLifetime = 60;

const page = { after: true, limit: true } as const;

/** The lists that can be exported, each with its search, filters and sort. */
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

/** `query` is that of the list. */
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
  /** Rows when the export started; a minimum if a search matches very many. */
  total: z.int().min(0),
  /** Bytes of the finished file. */
  size: z.int().min(0).nullable(),
  created_at: timestamp,
  /** When the file is deleted. */
  expires_at: timestamp,
});
export type ExportJob = z.output<typeof exportJob>;

const admin = adminOf('leads');

export const exports = operations({
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/exports',
    input: newExport,
    output: exportJob,
    creates: true,
    summary: 'Export a list as a CSV file, in the background.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/exports/:id',
    input: byId,
    output: exportJob,
    summary: 'Get the progress of an export.',
  }),
  link: operation({
    ...admin,
    method: 'POST',
    path: '/admin/exports/:id/link',
    input: byId,
    output: z.object({ url: z.string(), expires_at: timestamp }),
    summary: `Create a download link that works once, for ${downloadLifetime} seconds, without a token.`,
  }),
});

export const exportChanged = recordEvent('export.changed', 'exports');
