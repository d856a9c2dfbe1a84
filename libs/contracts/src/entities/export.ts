import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { recordId, timestamp } from '../core/text.js';
import { exportLists } from '../generated/names.js';

export const exportEntity = entity({ collection: 'exports' });

/** Hours for which a finished export file can be downloaded. */
export const exportLifetime = 24;
/** Seconds for which a download link is valid. It works only once. */
export const downloadLifetime = 60;

/** Collections whose list can be exported, declared by `entity({ exported: true })`. */
export { exportLists };
export type ExportList = (typeof exportLists)[number];

/** Starts an export. `query` holds the list's search, filters and sort; the service validates it. */
export const newExport = z.strictObject({
  list: z.enum(exportLists, 'Unknown list'),
  query: z.record(z.string(), z.unknown()).default({}),
});
export type NewExport = z.output<typeof newExport>;

export const exportStatuses = ['waiting', 'running', 'done', 'failed', 'expired'] as const;

export const exportJob = z.object({
  id: recordId,
  list: z.enum(exportLists),
  status: z.enum(exportStatuses),
  /** Name of the downloaded file: `blog_subscribers.csv`. */
  file_name: z.string(),
  rows: z.int().min(0),
  /** Rows to write, counted at the start. Only a minimum if a search matches more than `searchTotalCap`. */
  total: z.int().min(0),
  size: z.int().min(0).nullable(),
  created_at: timestamp,
  /** When the export expires and its file is deleted. */
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
    problems: ['conflict'],
    summary: `Create a download link that works once, for ${downloadLifetime} seconds, without a token.`,
  }),
});

export const exportChanged = recordEvent('export.changed', 'exports');
