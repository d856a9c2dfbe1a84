import { BSONRegExp } from 'bson';
import { equal } from '../bson/keys.js';
import { checkStorable, clone, type Doc, isDoc, own, put, show, type Value, withId } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, unsupported } from '../errors.js';
import type { MatchDetails } from '../query/matcher.js';
import { isOperatorDoc } from '../query/operators.js';
import { splitPath } from '../query/path.js';
import { type Change, modifiers, removed, unchanged } from './operators.js';

interface Step {
  parts: string[];
  change: Change;
  onInsertOnly?: boolean;
  /** Effect of a missing path: `create` it, `skip` the step, or `ignore` also a path that a scalar blocks. */
  missing: 'create' | 'skip' | 'ignore';
}

export interface Update {
  /** Returns the updated document and leaves the given one unchanged. @throws MongoError as MongoDB would */
  apply(doc: Doc, details: MatchDetails, inserting?: boolean): Doc;
  isReplacement: boolean;
}

/** Maximum number of nulls that setting a far array position adds (MongoDB's limit). */
const maxBackfill = 1_500_000;
const missingPaths: Record<string, Step['missing']> = {
  $unset: 'ignore',
  $pull: 'skip',
  $pullAll: 'skip',
  $pop: 'skip',
};

/** Parses an update document: operators or a replacement. @throws NotImplemented (238) for a pipeline */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update)) throw unsupported('An update by aggregation pipeline');
  if (!isDoc(update)) throw failedToParse('Update argument must be an object');
  const names = Object.keys(update);
  if (!names[0]?.startsWith('$')) {
    checkStorable(update);
    return { isReplacement: true, apply: (doc) => replace(doc, update) };
  }
  const steps = names.flatMap((name) => parseOperator(name, update[name])).sort(byPath);
  refuseConflicts(steps);
  const apply: Update['apply'] = (doc, details, inserting = false) => {
    const result = clone(doc);
    const resolved = steps.map((step) => (step.parts.includes('$') ? resolvePosition(step, details) : step));
    refuseConflicts(resolved);
    for (const step of resolved) if (inserting || !step.onInsertOnly) applyStep(result, step, doc);
    if (Object.hasOwn(doc, '_id') && !(Object.hasOwn(result, '_id') && equal(result._id, doc._id))) refuseIdChange();
    return result;
  };
  return { isReplacement: false, apply };
}

function refuseIdChange(): never {
  throw new MongoError(codes.immutableField, "The update would modify the immutable field '_id'");
}

function replace(doc: Doc, replacement: Doc): Doc {
  const hasId = Object.hasOwn(doc, '_id');
  if (hasId && Object.hasOwn(replacement, '_id') && !equal(doc._id, replacement._id)) refuseIdChange();
  const result: Doc = hasId ? { _id: doc._id } : {};
  for (const key of Object.keys(replacement)) if (key !== '_id' || !hasId) put(result, key, clone(replacement[key]));
  return result;
}

/** Orders paths as MongoDB applies them, numbers by value; new fields are added in this order. */
function byPath(a: Step, b: Step): number {
  for (let i = 0; i < Math.min(a.parts.length, b.parts.length); i++) {
    const [x, y] = [a.parts[i]!, b.parts[i]!];
    if (x === y) continue;
    const numbers = /^\d+$/.test(x) && /^\d+$/.test(y);
    return numbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.parts.length - b.parts.length;
}

/** Splits a path; one part may be `$`. @throws NotImplemented (238) for `$[]` and `$[name]`, other codes if invalid */
function updatePath(path: string): string[] {
  const parts = splitPath(path);
  if (parts.some((part) => part.startsWith('$['))) throw unsupported(`The positional operator of '${path}'`);
  if (parts[0] === '$' || parts.filter((part) => part === '$').length > 1)
    throw badValue(`A positional operator must follow an array, and only once: '${path}'`);
  if (parts.some((part) => part.startsWith('$') && part !== '$'))
    throw new MongoError(codes.dollarPrefixedFieldName, `The dollar ($) prefixed field in '${path}' is not valid.`);
  return parts;
}

function parseOperator(name: string, operand: Value): Step[] {
  const modifier = Object.hasOwn(modifiers, name) ? modifiers[name] : undefined;
  if (!modifier && name !== '$rename') throw failedToParse(`Unknown or unsupported modifier: ${name}`);
  if (!isDoc(operand)) throw failedToParse(`Modifiers operate on fields but ${name} has ${show(operand)}`);
  return Object.entries(operand).flatMap(([path, value]): Step[] => {
    const parts = updatePath(path);
    if (!modifier) return rename(path, parts, value);
    const change = modifier(value, path);
    return [{ parts, change, onInsertOnly: name === '$setOnInsert', missing: missingPaths[name] ?? 'create' }];
  });
}

/** Compiles $rename as two steps: removes the field and sets the target. */
function rename(path: string, parts: string[], to: Value): Step[] {
  if (typeof to !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}: ${show(to)}`);
  const target = updatePath(to);
  if (path === to) throw badValue(`The source and target field for $rename must differ: ${path}`);
  if ([...parts, ...target].includes('$')) throw badValue(`The fields for $rename may not be dynamic: ${path}`);
  const step =
    (role: string) =>
    (value: Value, part: string): Value => {
      if (isDoc(value)) return own(value, part);
      if (value === undefined) return undefined;
      if (!Array.isArray(value) || !isPosition(part)) throw pathNotViable(part, value);
      if (role === 'destination' || Number(part) < value.length)
        throw badValue(`The ${role} field of $rename cannot be an array element: '${path}' to '${to}'`);
      return undefined;
    };
  const move: Change = (_, __, doc) => {
    const value = parts.reduce<Value>(step('source'), doc);
    if (value === undefined) return unchanged;
    target.reduce<Value>(step('destination'), doc);
    return clone(value);
  };
  return [
    { parts, change: (old) => (old === undefined ? unchanged : removed), missing: 'skip' },
    { parts: target, change: move, missing: 'create' },
  ];
}

function refuseConflicts(steps: Step[]): void {
  const paths = steps.map((step) => `${step.parts.join('.')}.`);
  paths.forEach((path, index) => {
    const other = paths.find((each, at) => at !== index && path.startsWith(each));
    if (other === undefined) return;
    const message = `Updating the path '${path.slice(0, -1)}' would create a conflict at '${other.slice(0, -1)}'`;
    throw new MongoError(codes.conflictingUpdateOperators, message);
  });
}

function resolvePosition(step: Step, { index }: MatchDetails): Step {
  if (index === undefined) throw badValue('The positional operator did not find the match needed from the query.');
  return { ...step, parts: step.parts.map((part) => (part === '$' ? String(index) : part)) };
}

const isPosition = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

function pathNotViable(key: string, value: Value): MongoError {
  return new MongoError(codes.pathNotViable, `Cannot create field '${key}' in ${show(value)}`);
}

function applyStep(container: Doc | Value[], step: Step, doc: Doc, depth = 0): void {
  const { parts, missing, change } = step;
  const key = parts[depth]!;
  if (Array.isArray(container) && !isPosition(key)) {
    if (missing === 'ignore') return;
    throw pathNotViable(key, container);
  }
  const existing = Array.isArray(container) ? container[Number(key)] : own(container, key);
  if (depth === parts.length - 1) {
    write(container, key, change(existing, parts.join('.'), doc));
  } else if (isDoc(existing) || Array.isArray(existing)) {
    applyStep(existing, step, doc, depth + 1);
  } else if (existing !== undefined) {
    if (missing !== 'ignore') throw pathNotViable(parts[depth + 1]!, existing);
  } else if (missing === 'create') {
    // Built separately, so that a change without effect leaves no empty documents behind.
    const made: Doc = {};
    applyStep(made, step, doc, depth + 1);
    if (Object.keys(made).length > 0) write(container, key, made);
  }
}

function write(container: Doc | Value[], key: string, value: Value): void {
  if (value === unchanged) return;
  if (!Array.isArray(container)) {
    if (value === removed) delete container[key];
    else put(container, key, value);
    return;
  }
  const index = Number(key);
  if (index - container.length > maxBackfill) throw badValue(`can't backfill more than ${maxBackfill} elements`);
  while (container.length < index) container.push(null);
  container[index] = value === removed ? null : value;
}

/** Collects the values that an upsert copies from its query: equalities, also in $and, one-element $or, $in, $all. */
function equalities(query: Doc, found = new Map<string, Value>()): Map<string, Value> {
  const add = (path: string, value: Value): void => {
    const overlaps = (other: string): boolean => `${other}.`.startsWith(`${path}.`) || path.startsWith(`${other}.`);
    if ([...found.keys()].some(overlaps))
      throw new MongoError(codes.notSingleValueField, `cannot infer query fields to set, '${path}' is matched twice`);
    found.set(path, value);
  };
  for (const [key, value] of Object.entries(query)) {
    if (key === '$and' || (key === '$or' && (value as Doc[]).length === 1))
      for (const part of value as Doc[]) equalities(part, found);
    if (key.startsWith('$') || value instanceof BSONRegExp) continue;
    if (!isOperatorDoc(value)) add(key, value);
    else {
      for (const list of [value.$in, value.$all])
        if (Array.isArray(list) && list.length === 1 && !(list[0] instanceof BSONRegExp) && !isOperatorDoc(list[0]))
          add(key, list[0]);
      if ('$eq' in value) add(key, value.$eq);
    }
  }
  return found;
}

/** Returns what an upsert inserts: the query's equalities (for a replacement only _id), then the update; _id first. */
export function upsertDocument(query: Doc, update: Update): Doc {
  const base: Doc = {};
  if (update.isReplacement) {
    const id = isDoc(query._id) && '$eq' in query._id ? query._id.$eq : query._id;
    if (Object.hasOwn(query, '_id') && !isOperatorDoc(id)) base._id = id;
  } else {
    for (const [path, value] of equalities(query))
      applyStep(base, { parts: splitPath(path), change: () => clone(value), missing: 'create' }, base);
  }
  return withId(update.apply(base, {}, true));
}
