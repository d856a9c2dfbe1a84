import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { recordId, timestamp } from '../core/text.js';
import { trashTypes } from '../generated/names.js';

/** Days for which a deleted record can be restored. After that it is purged. */
export const trashDays = 30;

/** Collections of the leads and the content service that have a trash, declared by `entity({ trash: true })`. */
export const { leads: peopleTrashTypes, content: contentTrashTypes } = trashTypes;
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
    title: z.string(),
    /** Distinguishes records of the same title, e.g. by an email address. May be empty. */
    detail: z.string(),
    deleted_at: timestamp,
    expires_at: timestamp,
  });
  const one = z.strictObject({ type, id: recordId });
  const admin = adminOf(service);
  return {
    list: operation({
      ...admin,
      method: 'GET',
      path: `/admin/trash/${place}`,
      input: listQuery(sorts, { type: type.optional() }).omit({ search: true }),
      output: listOf(trashed),
      summary: 'List deleted records, the newest deletion first.',
    }),
    restore: operation({
      ...admin,
      method: 'POST',
      path: `/admin/trash/${place}/:type/:id/restore`,
      input: one,
      output: one,
      problems: ['conflict'],
      summary: 'Restore a deleted record. 409 if its slug or address has been taken.',
    }),
    purge: operation({
      ...admin,
      method: 'DELETE',
      path: `/admin/trash/${place}/:type/:id`,
      input: one,
      output: one,
      summary: 'Purge a deleted record permanently.',
    }),
    empty: operation({
      ...admin,
      method: 'DELETE',
      path: `/admin/trash/${place}`,
      input: z.strictObject({}),
      output: z.object({ purged: z.int().min(0) }),
      summary: 'Purge all deleted records permanently.',
    }),
  };
}

export const peopleTrash = operations(trashOf('leads', 'people', peopleTrashTypes));
export const contentTrash = operations(trashOf('content', 'content', contentTrashTypes));

export interface Trashed {
  id: string;
  type: TrashType;
  title: string;
  detail: string;
  deleted_at: string;
  expires_at: string;
}
