import { z } from 'zod';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { recordId, timestamp } from './text.js';

/** Days that a deleted record can be restored (architecture: tombstones). */
export const trashDays = 30;

/** The kinds of records of each service, by their collections. Notes and what is purged with a record are not among them. */
export const peopleTrashTypes = [
  'leads',
  'clients',
  'projects',
  'service_inquiries',
  'portfolio_inquiries',
  'blog_subscribers',
] as const;
export const contentTrashTypes = ['blog_posts', 'blog_comments', 'bookmarks', 'testimonials'] as const;
export type TrashType = (typeof peopleTrashTypes)[number] | (typeof contentTrashTypes)[number];

const sorts = ['-deleted_at'] as const;

function trashOf<const Types extends readonly [string, ...string[]]>(
  service: 'leads' | 'content',
  place: 'people' | 'content',
  types: Types,
) {
  const type = z.enum(types, 'Unknown kind of record');
  const trashed = z.object({
    id: recordId,
    type,
    /** What names it in a list: a name, a title, a service. */
    title: z.string(),
    /** What tells it from its like: an address, a status; may be empty. */
    detail: z.string(),
    deleted_at: timestamp,
    /** When it is removed for good. */
    expires_at: timestamp,
  });
  const one = z.strictObject({ type, id: recordId });
  const admin = { service, access: 'admin' } as const;
  return {
    list: operation({
      ...admin,
      method: 'GET',
      path: `/admin/trash/${place}`,
      input: listQuery(sorts, { type: type.optional() }).omit({ search: true }),
      output: listOf(trashed),
      summary: 'Deleted records, the newest deletion first.',
    }),
    restore: operation({
      ...admin,
      method: 'POST',
      path: `/admin/trash/${place}/:type/:id/restore`,
      input: one,
      output: one,
      summary: 'Bring a deleted record back; 409 when its place (a slug, an address) has been taken.',
    }),
    purge: operation({
      ...admin,
      method: 'DELETE',
      path: `/admin/trash/${place}/:type/:id`,
      input: one,
      output: one,
      summary: 'Remove a deleted record for good.',
    }),
    empty: operation({
      ...admin,
      method: 'DELETE',
      path: `/admin/trash/${place}`,
      input: z.strictObject({}),
      output: z.object({ purged: z.int().min(0) }),
      summary: 'Remove all deleted records for good.',
    }),
  };
}

export const peopleTrash = trashOf('leads', 'people', peopleTrashTypes);
export const contentTrash = trashOf('content', 'content', contentTrashTypes);

/** A row of either. */
export interface Trashed {
  id: string;
  type: TrashType;
  title: string;
  detail: string;
  deleted_at: string;
  expires_at: string;
}
