import { ObjectId } from 'bson';
import { equal } from '../bson/keys.js';
import { checkStorable, clone, type Doc, isDoc, own, put, show, typeName, type Value } from '../bson/values.js';
import { badValue, codes, failedToParse, MongoError, unsupported } from '../errors.js';
import { equalities, type Filter, isOperatorDoc, type MatchDetails, match, parseFilter } from '../query/matcher.js';
import { splitPath } from '../query/path.js';
import { type Change, modifiers, pathNotViable, removed, unchanged } from './operators.js';

interface Step {
  path: string;
  parts: string[];
  change: Change;
  onInsertOnly: boolean;
  /** $unset and the like leave a path that does not exist alone. */
  creates: boolean;
}

export interface Update {
  /** The document after the update; the given one is left as it is. Throws what the server would. */
  apply(doc: Doc, details: MatchDetails, inserting?: boolean): Doc;
  isReplacement: boolean;
}

/** Longest run of nulls that setting a far array position makes (the server's limit). */
const maxBackfill = 1_500_000;
const modifying = ['$unset', '$pull', '$pullAll', '$pop'];

/** Parses an update: operators, or a replacement. Pipelines are refused. */
export function parseUpdate(update: Value, arrayFilters: Value): Update {
  if (Array.isArray(update)) throw unsupported('An update by aggregation pipeline');
  if (!isDoc(update)) throw failedToParse('Update argument must be either an object or an array');
  const filters = parseArrayFilters(arrayFilters);
  const names = Object.keys(update);
  if (!names[0]?.startsWith('$')) {
    if (filters.size) throw failedToParse('Cannot specify arrayFilters with a replacement-style update');
    const dollar = names.find((name) => name.startsWith('$'));
    if (dollar)
      throw new MongoError(
        codes.dollarPrefixedFieldName,
        `The dollar ($) prefixed field '${dollar}' is not valid for storage.`,
      );
    checkStorable(update);
    return { isReplacement: true, apply: (doc) => replace(doc, update) };
  }
  const steps = names.flatMap((name) => parseOperator(name, update[name]));
  refuseConflicts(steps);
  const used = new Set(
    steps.flatMap((step) =>
      step.parts.filter((part) => part.startsWith('$[') && part !== '$[]').map((part) => part.slice(2, -1)),
    ),
  );
  for (const name of used)
    if (!filters.has(name))
      throw badValue(
        `No array filter found for identifier '${name}' in path '${steps.find((step) => step.path.includes(`$[${name}]`))!.path}'`,
      );
  for (const name of filters.keys()) {
    if (!used.has(name))
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update ${show(update)}`);
  }
  steps.sort(byPath);
  return {
    isReplacement: false,
    apply(doc, details, inserting = false) {
      const result = clone(doc);
      const context: Context = { doc, details, filters, touched: [] };
      for (const step of steps) if (inserting || !step.onInsertOnly) applyStep(result, step, context);
      if (Object.hasOwn(doc, '_id') && !equal(result._id, doc._id)) refuseIdChange();
      return result;
    },
  };
}

function refuseIdChange(): never {
  throw new MongoError(
    codes.immutableField,
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}

function replace(doc: Doc, replacement: Doc): Doc {
  if (Object.hasOwn(doc, '_id') && Object.hasOwn(replacement, '_id') && !equal(doc._id, replacement._id)) {
    throw new MongoError(
      codes.immutableField,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(replacement._id)}`,
    );
  }
  const result: Doc = Object.hasOwn(doc, '_id') ? { _id: doc._id } : {};
  for (const key of Object.keys(replacement))
    if (key !== '_id' || !Object.hasOwn(doc, '_id')) put(result, key, clone(replacement[key]));
  return result;
}

/** The server changes fields in the order of their paths, numbers by value: new fields appear in that order. */
function byPath(a: Step, b: Step): number {
  for (let i = 0; i < Math.min(a.parts.length, b.parts.length); i++) {
    const [x, y] = [a.parts[i]!, b.parts[i]!];
    if (x === y) continue;
    const numbers = /^\d+$/.test(x) && /^\d+$/.test(y);
    return numbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.parts.length - b.parts.length;
}

function parseOperator(name: string, operand: Value): Step[] {
  if (name !== '$rename' && !Object.hasOwn(modifiers, name)) {
    throw failedToParse(
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDoc(operand)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeName(operand)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(operand)}}`,
    );
  }
  return Object.entries(operand).flatMap(([path, value]): Step[] => {
    const parts = splitPath(path);
    if (parts[0]!.startsWith('$')) {
      if (parts[0] === '$' || parts[0]!.startsWith('$['))
        throw badValue(`Cannot have array filter identifier or positional operator at the start of the path '${path}'`);
      throw new MongoError(
        codes.dollarPrefixedFieldName,
        `The dollar ($) prefixed field '${path}' is not valid for storage.`,
      );
    }
    if (parts.filter((part) => part === '$').length > 1)
      throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
    const stray = parts.find(
      (part) => part.startsWith('$') && part !== '$' && !/^\$\[([a-z][A-Za-z0-9]*)?\]$/.test(part),
    );
    if (stray)
      throw new MongoError(
        codes.dollarPrefixedFieldName,
        `The dollar ($) prefixed field '${stray}' in '${path}' is not valid for storage.`,
      );
    if (name === '$rename') return rename(path, parts, value);
    checkOperand(name, value);
    return [
      {
        path,
        parts,
        change: modifiers[name]!(value, path),
        onInsertOnly: name === '$setOnInsert',
        creates: !modifying.includes(name),
      },
    ];
  });
}

/** What would be stored must be storable; the clauses of $push and conditions of $pull are not. */
function checkOperand(name: string, value: Value): void {
  if (['$set', '$setOnInsert', '$min', '$max'].includes(name)) checkStorable(value, false);
  if (name === '$push' || name === '$addToSet')
    checkStorable(isDoc(value) && '$each' in value ? value.$each : value, false);
}

function rename(path: string, parts: string[], to: Value): Step[] {
  if (typeof to !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}: ${show(to)}`);
  const target = splitPath(to);
  if (path === to) throw badValue(`The source and target field for $rename must differ: ${path}: "${to}"`);
  if ([...parts, ...target].some((part) => part.startsWith('$')))
    throw badValue(`The source and target fields for $rename may not be dynamic: ${path}`);
  const source = (doc: Doc): Value => {
    let value: Value = doc;
    for (const part of parts) {
      if (Array.isArray(value))
        throw badValue(
          `The source field cannot be an array element, '${path}' in doc with _id: ${show(doc._id)} has an array field`,
        );
      value = isDoc(value) ? own(value, part) : undefined;
    }
    return value;
  };
  const set: Change = (_, __, doc) => {
    const value = source(doc);
    return value === undefined ? unchanged : clone(value);
  };
  const unset: Change = (old) => (old === undefined ? unchanged : removed);
  return [
    { path, parts, change: unset, onInsertOnly: false, creates: false },
    { path: to, parts: target, change: set, onInsertOnly: false, creates: true },
  ];
}

function conflict(path: string, at: string): never {
  throw new MongoError(
    codes.conflictingUpdateOperators,
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`);

function refuseConflicts(steps: Step[]): void {
  steps.forEach((step, index) => {
    for (const other of steps.slice(0, index)) {
      if (overlaps(step.path, other.path)) conflict(step.path, other.path);
      if (overlaps(other.path, step.path)) conflict(step.path, step.path);
    }
  });
}

function parseArrayFilters(arrayFilters: Value): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  if (arrayFilters === undefined) return filters;
  if (!Array.isArray(arrayFilters)) throw failedToParse('arrayFilters must be an array');
  for (const doc of arrayFilters) {
    if (!isDoc(doc)) throw failedToParse('Each array filter must be an object');
    const names = new Set(filterPaths(doc).map((path) => path.split('.')[0]!));
    if (names.size !== 1)
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found ${[...names].map((name) => `'${name}'`).join(' and ') || 'none'}`,
      );
    const [name] = names as Set<string>;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name!))
      throw badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    if (filters.has(name!))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name!, parseFilter(doc));
  }
  return filters;
}

const filterPaths = (doc: Doc): string[] =>
  Object.entries(doc).flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value)
      ? value.flatMap((part) => (isDoc(part) ? filterPaths(part) : []))
      : [key],
  );

interface Context {
  /** The document before the update: positions and errors refer to it. */
  doc: Doc;
  details: MatchDetails;
  filters: Map<string, Filter>;
  touched: string[];
}

function applyStep(result: Doc, step: Step, context: Context): void {
  descend(result, step, 0, '', context);
}

/** Follows the path from a document or array, making documents on the way, and changes what it leads to. */
function descend(container: Doc | Value[], step: Step, depth: number, prefix: string, context: Context): void {
  const part = step.parts[depth]!;
  const at = (key: string): string => (prefix ? `${prefix}.${key}` : key);
  if (part === '$') {
    if (context.details.index === undefined)
      throw badValue('The positional operator did not find the match needed from the query.');
    const index = String(context.details.index);
    enter(container, index, step, depth, at(index), context);
    return;
  }
  if (part.startsWith('$[')) {
    if (!Array.isArray(container))
      throw badValue(`Cannot apply array updates to non-array element ${prefix}: ${show(container)}`);
    const name = part.slice(2, -1);
    const filter = context.filters.get(name);
    container.forEach((item, index) => {
      if (!filter || match(filter, { [name]: item }))
        enter(container, String(index), step, depth, at(String(index)), context);
    });
    return;
  }
  enter(container, part, step, depth, at(part), context);
}

function enter(container: Doc | Value[], key: string, step: Step, depth: number, path: string, context: Context): void {
  const isArray = Array.isArray(container);
  if (isArray && !/^(0|[1-9]\d*)$/.test(key)) {
    if (!step.creates) return;
    throw pathNotViable(
      `Cannot create field '${key}' in element {${path.split('.').slice(0, -1).pop()}: ${show(container)}}`,
    );
  }
  const existing = isArray ? container[Number(key)] : own(container, key);
  if (depth === step.parts.length - 1) {
    change(container, key, existing, step, path, context);
    return;
  }
  if (isDoc(existing) || Array.isArray(existing)) {
    descend(existing, step, depth + 1, path, context);
    return;
  }
  const next = step.parts[depth + 1]!;
  if (existing === undefined) {
    if (next.startsWith('$['))
      throw badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
    if (next === '$' && context.details.index === undefined)
      throw badValue('The positional operator did not find the match needed from the query.');
    if (!step.creates) return;
    // Made apart first: a change that comes to nothing leaves no empty documents behind.
    const made: Doc = {};
    descend(made, step, depth + 1, path, context);
    if (Object.keys(made).length > 0) write(container, key, made);
    return;
  }
  if (next.startsWith('$['))
    throw badValue(`Cannot apply array updates to non-array element ${key}: ${show(existing)}`);
  if (!step.creates) return;
  throw pathNotViable(`Cannot create field '${next}' in element {${key}: ${show(existing)}}`);
}

function change(
  container: Doc | Value[],
  key: string,
  existing: Value,
  step: Step,
  path: string,
  context: Context,
): void {
  const clash = context.touched.find((other) => overlaps(path, other) || overlaps(other, path));
  if (clash !== undefined) conflict(path, clash);
  context.touched.push(path);
  const value = step.change(existing, path, context.doc);
  if (value === unchanged) return;
  if (value !== removed) {
    // Within the tree the original array is left alone; new values were cloned by their operator.
    write(container, key, value);
  } else if (Array.isArray(container)) container[Number(key)] = null;
  else delete container[key];
}

function write(container: Doc | Value[], key: string, value: Value): void {
  if (!Array.isArray(container)) {
    put(container, key, value);
    return;
  }
  const index = Number(key);
  if (index - container.length > maxBackfill) throw badValue(`can't backfill more than ${maxBackfill} elements`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

/** The document an upsert inserts: the query's equalities, then the update, then an _id in first place. */
export function upsertDocument(query: Doc, update: Update): Doc {
  const base: Doc = {};
  if (update.isReplacement) {
    if (Object.hasOwn(query, '_id') && !isOperatorDoc(query._id)) base._id = query._id;
    else if (isDoc(query._id) && '$eq' in query._id) base._id = query._id.$eq;
  } else {
    for (const [path, value] of equalities(query)) {
      const step: Step = {
        path,
        parts: splitPath(path),
        change: () => clone(value),
        onInsertOnly: false,
        creates: true,
      };
      applyStep(base, step, { doc: {}, details: {}, filters: new Map(), touched: [] });
    }
  }
  const doc = update.apply(base, {}, true);
  const result: Doc = { _id: Object.hasOwn(doc, '_id') ? doc._id : new ObjectId() };
  for (const key of Object.keys(doc)) if (key !== '_id') put(result, key, doc[key]);
  checkStorable(result);
  return result;
}
