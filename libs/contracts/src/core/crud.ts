import { z } from 'zod';
import type { Entity } from './entity.js';
import { listOf } from './list.js';
import { type Operation, operation, type ServiceName } from './operation.js';
import { byId } from './record-link.js';
import { recordId, timestamp } from './text.js';

/** Fields that editable records have in addition to those of their entity. */
export const recordStamps = {
  created_at: timestamp,
  updated_at: timestamp,
  /** Incremented by each edit; used for optimistic locking. */
  version: z.int().min(1),
};

export function adminOf<S extends ServiceName>(service: S) {
  return { service, access: 'admin' } as const;
}

/** Returns a patch schema: `id`, any `fields`, and the `version` that was edited, optional for `toggles` alone. */
export function patchOf<Fields extends z.ZodRawShape>(
  fields: Fields,
  toggles: readonly (keyof Fields & string)[] = [],
) {
  const free = new Set<string>(['id', 'version', ...toggles]);
  return z
    .strictObject(fields)
    .partial()
    .extend({ id: recordId, version: z.int().min(1).optional() })
    .refine(
      (patch: Record<string, unknown>) =>
        patch.version !== undefined || (toggles.length > 0 && Object.keys(patch).every((field) => free.has(field))),
      { path: ['version'], message: 'Name the version that was edited' },
    )
    .meta(
      toggles.length === 0
        ? { required: ['id', 'version'] }
        : { anyOf: [{ required: ['version'] }, { propertyNames: { enum: [...free] } }] },
    );
}

type ById = typeof byId;
type Optional<Name extends string, Input, Output extends z.ZodType> = Input extends z.ZodType
  ? Record<Name, Operation<Input, Output>>
  : unknown;

interface CrudOptions<Query, Managed, Row, New, Patch> {
  /** The entity's name in summaries: 'service inquiry'. */
  noun: string;
  /** Path of the list, below /api/v1. Default: `/admin/<collection>`, with hyphens. */
  path?: string;
  query: Query;
  /** Schema of a full record, the output of get, create and patch. */
  record: Managed;
  /** Schema of a row of the list. Default: `record`. */
  row?: Row;
  create?: New;
  patch?: Patch;
  bodyLimit?: number;
  summaries: { list: string; create?: string; patch?: string; delete?: string };
}

/**
 * Declares the admin operations list, get and delete; create and patch if `options` has their input schemas.
 * @throws Error if an input has a field that `record` lacks: it would be accepted and dropped
 */
export function crud<
  Query extends z.ZodType,
  Managed extends z.ZodObject,
  New extends z.ZodType | undefined = undefined,
  Patch extends z.ZodType | undefined = undefined,
  Row extends z.ZodType = Managed,
>(entity: Entity & { service: ServiceName }, options: CrudOptions<Query, Managed, Row, New, Patch>) {
  const { noun, query, record, row = record, create, patch, bodyLimit, summaries } = options;
  const { path = `/admin/${entity.collection.replaceAll('_', '-')}` } = options;
  const admin = adminOf(entity.service);
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const write = { ...admin, output: record, ...(bodyLimit && { bodyLimit }) };
  const operations = {
    list: operation({ ...admin, method: 'GET', path, input: query, output: listOf(row), summary: summaries.list }),
    get: operation({
      ...admin,
      method: 'GET',
      path: `${path}/:id`,
      input: byId,
      output: record,
      summary: `Get ${one}.`,
    }),
    ...(create && {
      create: operation({
        ...write,
        method: 'POST',
        path,
        input: create,
        creates: true,
        summary: summaries.create ?? `Create ${one}.`,
      }),
    }),
    ...(patch && {
      patch: operation({
        ...write,
        method: 'PATCH',
        path: `${path}/:id`,
        input: patch,
        summary: summaries.patch ?? `Update ${one}.`,
      }),
    }),
    delete: operation({
      ...admin,
      method: 'DELETE',
      path: `${path}/:id`,
      input: byId,
      output: byId,
      summary: summaries.delete ?? `Delete ${one}.`,
    }),
  };
  for (const input of [create, patch])
    for (const field of Object.keys((input as z.ZodObject | undefined)?.shape ?? {}))
      if (!(field in record.shape))
        throw new Error(
          `${entity.collection}: an input has the field ${field}, the record has not. Add it to its schema`,
        );
  return operations as unknown as {
    list: Operation<Query, ReturnType<typeof listOf<Row>>>;
    get: Operation<ById, Managed>;
    delete: Operation<ById, ById>;
  } & Optional<'create', New, Managed> &
    Optional<'patch', Patch, Managed>;
}
