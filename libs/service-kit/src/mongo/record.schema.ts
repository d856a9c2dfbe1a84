import type { ProblemCode } from '@docfolio/contracts/core/problem';
import { foldForSearch } from '@docfolio/contracts/core/search-fold';
import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';
import type { OutboxEntry } from '../events/outbox.js';
import { outboxEntrySchema } from '../events/outbox-entry.schema.js';
import { gramsOfText, searchText } from './search-grams.js';

export interface RecordBase {
  _id: string;
  created_at: Date;
  updated_at: Date;
  /** Null while the record is active, else the time of its deletion. */
  deleted_at: Date | null;
  /** Starts at 1. Each change of fields, deletion and restoration raises it. */
  version: number;
  /** Hash of the body that created the record: distinguishes a repeat from another create under the same key. */
  op_hash: string | null;
  outbox: OutboxEntry[];
  /** Trigrams of `search_text`, the folded text of the searched fields. */
  search_grams?: string[];
  search_text?: string;
  /** Values that lists are sorted by, by field: folded text, so that case and accents do not matter. Absent values sort first. */
  sort_keys?: Record<string, string>;
  computed?: Record<string, ComputedValue>;
}

/** A text that lists can sort by, or several texts for an index over each of them. */
export type ComputedValue = string | string[];

export interface ComputedField {
  /** Names of the fields that `of` reads, which may include `created_at`. */
  from: readonly string[];
  of(record: Readonly<Record<string, unknown>>): ComputedValue;
  /** Revision of `of`. Raise it with each change: stored records are then recomputed at the next start. */
  rule: number;
}

export type Stored<Fields> = Fields & RecordBase;

export interface RecordIndex {
  /** Direction by path: `sort_keys.NAME` for a field of `sort`, `computed.NAME` or `NAME`. Add `_id` last for lists. */
  fields: Record<string, 1 | -1>;
  serves: string;
  unique?: boolean;
  /** Problem of a write that violates this unique index. Default: `conflict` without a field. */
  conflict?: { code?: ProblemCode; field?: string; message?: string };
  tombstones?: boolean;
  where?: Record<string, unknown>;
}

export interface RecordSchemaOptions {
  /** Fields that a search looks in: texts, or lists of texts. */
  search?: readonly string[];
  /** Fields to sort lists by: texts (regardless of case and accents), and numbers and dates that may be null. */
  sort?: readonly string[];
  /** Computed fields by name, for sorting and for indexes. */
  computed?: Readonly<Record<string, ComputedField>>;
  indexes?: readonly RecordIndex[];
}

export interface RecordTraits {
  fields: readonly string[];
  search: readonly string[];
  sort: readonly string[];
  computed: Readonly<Record<string, ComputedField>>;
  indexes: readonly (RecordIndex & { name: string })[];
}

const traits = new WeakMap<object, RecordTraits>();

const base: Record<keyof RecordBase, SchemaDefinitionProperty> = {
  _id: { type: String, required: true },
  created_at: { type: Date, required: true },
  updated_at: { type: Date, required: true },
  deleted_at: { type: Date, default: null },
  version: { type: Number, required: true },
  op_hash: { type: String, default: null },
  outbox: { type: [outboxEntrySchema], default: [] },
  search_grams: { type: [String], default: undefined },
  search_text: { type: String },
  sort_keys: { type: Schema.Types.Mixed },
  computed: { type: Schema.Types.Mixed },
};

export const internalFields: readonly string[] = [
  '_id',
  'deleted_at',
  'op_hash',
  'outbox',
  'search_grams',
  'search_text',
  'sort_keys',
  'computed',
];

export function recordSchema<Fields extends object>(
  fields: SchemaDefinition<Fields>,
  options: RecordSchemaOptions = {},
): Schema<Stored<Fields>> {
  const schema = new Schema({ ...base, ...fields } as unknown as SchemaDefinition, {
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
    strict: 'throw',
  });
  const indexes = (options.indexes ?? []).map((index) => ({ ...index, name: indexName(index) }));
  for (const { fields: keys, name, unique, tombstones, where } of indexes) {
    const partial = { ...(!tombstones && { deleted_at: null }), ...where };
    schema.index(keys, {
      name,
      ...(unique && { unique }),
      ...(Object.keys(partial).length > 0 && { partialFilterExpression: partial }),
    });
  }
  // Serves the total of a list without filters. Not on deleted_at: each query has it, and the planner would prefer it.
  schema.index({ created_at: 1 }, { name: 'living', partialFilterExpression: { deleted_at: null } });
  // Serves the outbox sweeper.
  schema.index({ 'outbox.at': 1 }, { name: 'outbox', partialFilterExpression: { 'outbox.at': { $exists: true } } });
  // Serves the trash and the purge: tombstones, newest first.
  schema.index(
    { deleted_at: -1, _id: -1 },
    { name: 'tombstones_by_time', partialFilterExpression: { deleted_at: { $gt: new Date(0) } } },
  );
  if (options.search?.length) {
    // Serves searches.
    schema.index({ search_grams: 1 }, { name: 'search', partialFilterExpression: { deleted_at: null } });
  }
  traits.set(schema, {
    fields: Object.keys(fields),
    search: options.search ?? [],
    sort: options.sort ?? [],
    computed: options.computed ?? {},
    indexes,
  });
  return schema as unknown as Schema<Stored<Fields>>;
}

export function isRecordSchema(schema: object): boolean {
  return traits.has(schema);
}

/** Returns the traits of a schema. @throws Error if `recordSchema` did not create it */
export function traitsOf(schema: object): RecordTraits {
  const found = traits.get(schema);
  if (!found) throw new Error('A record repository needs a schema made by recordSchema');
  return found;
}

export function derivedFields(
  { search, sort, computed }: RecordTraits,
  record: Record<string, unknown>,
): Partial<RecordBase> {
  const all = Object.entries(computed);
  const text = search.length > 0 ? searchText(search.map((field) => record[field])) : undefined;
  return {
    ...(text !== undefined && { search_text: text, search_grams: gramsOfText(text) }),
    ...(sort.length > 0 && { sort_keys: Object.fromEntries(sort.map((field) => [field, sortKey(record[field])])) }),
    ...(all.length > 0 && { computed: Object.fromEntries(all.map(([name, field]) => [name, field.of(record)])) }),
  };
}

function sortKey(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return numberKey(value);
  return typeof value === 'string' ? foldForSearch(value) : '';
}

/** Returns a text that sorts like the number: its IEEE 754 bits, inverted if negative, else with the sign bit set. */
function numberKey(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value + 0);
  const bits = bytes.readBigUInt64BE();
  const sign = 1n << 63n;
  const ordered = bits & sign ? ~bits & (2n ** 64n - 1n) : bits | sign;
  return ordered.toString(16).padStart(16, '0');
}

function indexName({ serves }: RecordIndex): string {
  return serves
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
}
