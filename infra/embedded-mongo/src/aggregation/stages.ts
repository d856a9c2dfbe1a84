import { BSON, BSONRegExp } from 'bson';
import { keyOf } from '../bson/keys.js';
import { toNumber } from '../bson/numbers.js';
import { type Doc, isDoc, isNumeric, put, type Value } from '../bson/values.js';
import { failedToParse, MongoError, typeMismatch, unsupported } from '../errors.js';
import { compileExpression, newScope } from '../expression/expression.js';
import { chargeMemory, type Steps, skipAndLimit, sorted } from '../planner/execute.js';
import { filterDoc, matcher } from '../query/matcher.js';
import { readPath, splitPath } from '../query/path.js';
import { compileAddFields, compileProjection, type Projection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import { type Accumulator, type AccumulatorName, Accumulators } from './accumulators.js';

export type Docs = Steps<Doc>;
export type Stage = (input: Docs) => Docs;
/** Reads another collection's documents that match a filter, for $lookup. */
export type Lookup = (collection: string, filter: Doc) => Docs;
export interface StageContext {
  lookup: Lookup;
}

function* map(input: Docs, change: (doc: Doc) => Doc): Docs {
  for (const doc of input) yield doc && change(doc);
}

const mapper =
  (change: (doc: Doc) => Doc): Stage =>
  (input) =>
    map(input, change);

export function count(value: Value, name: string, least: number): number {
  const number = isNumeric(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least)
    throw new MongoError(5107201, `invalid argument to ${name} stage: expected an integer of at least ${least}`);
  return number;
}

function project(spec: Value): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw new MongoError(51272, '$project specification must be a non-empty object');
  const projection = compileProjection(spec, '$project') as Projection;
  return mapper((doc) => projection(doc));
}

function unset(spec: Value): Stage {
  const fields = Array.isArray(spec) ? spec : [spec];
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string'))
    throw new MongoError(31002, '$unset specification must be a string or an array of strings');
  return project(Object.fromEntries(fields.map((field) => [field, 0])));
}

function addFields(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoError(40272, '$addFields specification stage must be an object');
  const add = compileAddFields(spec);
  return mapper((doc) => add(doc));
}

function replaceRoot(expression: Value): Stage {
  const evaluate = compileExpression(expression);
  return mapper((doc) => {
    const root = evaluate(newScope(doc));
    if (!isDoc(root)) throw new MongoError(40228, "'newRoot' expression must evaluate to an object");
    return root;
  });
}

function unwind(spec: Value): Stage {
  const options = typeof spec === 'string' ? { path: spec } : spec;
  if (!isDoc(options))
    throw new MongoError(15981, 'expected either a string or an object as specification for $unwind stage');
  for (const key of Object.keys(options)) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(key))
      throw new MongoError(28811, `unrecognized option to $unwind stage: ${key}`);
  }
  const { path, includeArrayIndex: indexField, preserveNullAndEmptyArrays: preserve } = options as Doc;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new MongoError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const parts = splitPath(path.slice(1));
  return function* (input) {
    for (const doc of input) {
      if (!doc) {
        yield null;
        continue;
      }
      const value = parts.reduce<Value>((inner, part) => (isDoc(inner) ? inner[part] : undefined), doc);
      const withIndex = (result: Doc, index: number | null): Doc =>
        indexField ? { ...result, [indexField as string]: index } : result;
      if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) yield withIndex(replaceAt(doc, parts, item), index);
        if (value.length === 0 && preserve === true) yield withIndex(replaceAt(doc, parts, undefined), null);
      } else if (value === null || value === undefined) {
        if (preserve === true) yield withIndex(doc, null);
      } else yield withIndex(doc, null);
      yield null;
    }
  };
}

/** A copy of a document with one (plain) path set, or taken away. */
function replaceAt(doc: Doc, parts: string[], value: Value): Doc {
  const [part, ...rest] = parts as [string, ...string[]];
  const copy: Doc = {};
  for (const key of Object.keys(doc)) {
    const next = key !== part ? doc[key] : rest.length ? replaceAt(doc[key] as Doc, rest, value) : value;
    if (next !== undefined) put(copy, key, next);
  }
  return copy;
}

function group(spec: Value): Stage {
  if (!isDoc(spec)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new MongoError(15955, 'a group specification must include an _id');
  const id = compileExpression(spec._id);
  const fields = Object.entries(spec).flatMap(([name, value]) => {
    if (name === '_id') return [];
    if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
    const keys = isDoc(value) ? Object.keys(value) : [];
    if (keys.length !== 1) throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
    const operator = keys[0]!;
    if (operator === '$count') {
      if (!isDoc((value as Doc).$count) || Object.keys((value as Doc).$count as Doc).length)
        throw typeMismatch('$count takes no arguments, i.e. $count:{}');
      return [{ name, make: Accumulators.$sum, evaluate: () => 1 as Value }];
    }
    if (!Object.hasOwn(Accumulators, operator))
      throw new MongoError(15952, `unknown or unsupported group operator '${operator}'`);
    return [
      { name, make: Accumulators[operator as AccumulatorName], evaluate: compileExpression((value as Doc)[operator]) },
    ];
  });
  return function* (input) {
    const groups = new Map<string, { id: Value; states: Accumulator[] }>();
    let used = 0;
    for (const doc of input) {
      if (doc) {
        const scope = newScope(doc);
        const key = id(scope) ?? null;
        const text = keyOf(key).toString('latin1');
        let entry = groups.get(text);
        if (!entry) {
          entry = { id: key, states: fields.map((field) => field.make()) };
          groups.set(text, entry);
          used += text.length + 200;
        }
        fields.forEach((field, index) => {
          const value = field.evaluate(scope);
          if (
            typeof value === 'object' &&
            value !== null &&
            (field.make === Accumulators.$push || field.make === Accumulators.$addToSet)
          )
            used += BSON.calculateObjectSize({ value });
          entry.states[index]!.add(value);
        });
        chargeMemory(used);
      }
      yield null;
    }
    for (const { id: key, states } of groups.values()) {
      const result: Doc = { _id: key };
      for (const [index, field] of fields.entries()) put(result, field.name, states[index]!.result());
      yield result;
    }
  };
}

function sortByCount(expression: Value): Stage {
  const grouped = group({ _id: expression, count: { $sum: 1 } });
  const order = parseSort({ count: -1 })!;
  return (input) => inner(sorted(unwrapped(grouped(input)), order));
}

function* unwrapped(input: Docs): Steps<{ doc: Doc }> {
  for (const doc of input) yield doc && { doc };
}

function* inner(rows: Steps<{ doc: Doc }>): Docs {
  for (const row of rows) yield row === null ? null : row.doc;
}

function countStage(name: Value): Stage {
  if (typeof name !== 'string' || name === '' || name.startsWith('$') || name.includes('.'))
    throw new MongoError(40156, 'the count field must be a non-empty string without $ and dots');
  return function* (input) {
    let total = 0;
    for (const doc of input) {
      if (doc) total++;
      yield null;
    }
    if (total > 0) yield { [name]: total };
  };
}

function lookup(spec: Value, context: StageContext): Stage {
  if (!isDoc(spec)) throw failedToParse('the $lookup specification must be an object');
  for (const key of Object.keys(spec))
    if (!['from', 'localField', 'foreignField', 'as'].includes(key)) throw unsupported(`The $lookup option ${key}`);
  const { from, localField, foreignField, as } = spec as Record<string, string>;
  for (const value of [from, localField, foreignField, as])
    if (typeof value !== 'string')
      throw failedToParse('$lookup needs the strings from, localField, foreignField and as');
  const parts = splitPath(localField!);
  return function* (input) {
    for (const doc of input) {
      if (!doc) {
        yield null;
        continue;
      }
      const local = readPath(doc, parts);
      const values = Array.isArray(local) ? local : [local ?? null];
      if (values.some((value) => value instanceof BSONRegExp))
        throw unsupported('A $lookup by a regular expression value');
      const found: Doc[] = [];
      let used = 0;
      for (const other of context.lookup(from!, { [foreignField!]: { $in: values } })) {
        if (other) {
          found.push(other);
          used += BSON.calculateObjectSize(other);
          chargeMemory(used);
        }
        yield null;
      }
      yield compileAddFields({ [as!]: { $literal: found } })(doc);
    }
  };
}

function facet(spec: Value, context: StageContext): Stage {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const facets = Object.entries(spec).map(([name, pipeline]) => {
    if (!Array.isArray(pipeline)) throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is not`);
    if (pipeline.some((stage) => isDoc(stage) && '$facet' in stage))
      throw new MongoError(40600, '$facet is not allowed to be used within a $facet stage');
    return [name, compilePipeline(pipeline, context)] as const;
  });
  return function* (input) {
    const docs: Doc[] = [];
    let used = 0;
    for (const doc of input) {
      if (doc) {
        docs.push(doc);
        used += BSON.calculateObjectSize(doc);
        chargeMemory(used);
      }
      yield null;
    }
    const result: Doc = {};
    for (const [name, run] of facets) {
      const found: Doc[] = [];
      for (const doc of run(fromArray(docs))) {
        if (doc) found.push(doc);
        yield null;
      }
      put(result, name, found);
    }
    yield result;
  };
}

function* fromArray(docs: Doc[]): Docs {
  yield* docs;
}

function* filtered(input: Docs, matches: (doc: Doc) => boolean): Docs {
  for (const doc of input) yield doc && matches(doc) ? doc : null;
}

/** The stages; anything else is refused. */
const stages: Record<string, (spec: Value, context: StageContext) => Stage> = {
  $match: (spec) => {
    const matches = matcher(filterDoc(spec, '$match'));
    return (input) => filtered(input, matches);
  },
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $sort: (spec) => {
    const order = parseSort(spec);
    if (!order) throw new MongoError(15976, '$sort stage must have at least one sort key');
    return (input) => inner(sorted(unwrapped(input), order));
  },
  $skip: (spec) => {
    const skip = count(spec, '$skip', 0);
    return (input) => skipAndLimit(input, skip);
  },
  $limit: (spec) => {
    const limit = count(spec, '$limit', 1);
    return (input) => skipAndLimit(input, 0, limit);
  },
  $group: group,
  $count: countStage,
  $unwind: unwind,
  $replaceRoot: (spec) => {
    if (!isDoc(spec) || !('newRoot' in spec))
      throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
    return replaceRoot(spec.newRoot);
  },
  $replaceWith: replaceRoot,
  $facet: facet,
  $lookup: lookup,
  $sortByCount: sortByCount,
};

export function stageName(stage: Value): string {
  if (!isDoc(stage) || Object.keys(stage).length !== 1)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  return Object.keys(stage)[0]!;
}

/** Compiles a pipeline; every stage is checked before a document is read. */
export function compilePipeline(pipeline: Value[], context: StageContext): Stage {
  const compiled = pipeline.map((stage) => {
    const name = stageName(stage);
    if (!Object.hasOwn(stages, name))
      throw new MongoError(40324, `Unrecognized or unsupported pipeline stage name: '${name}'`);
    return stages[name]!((stage as Doc)[name], context);
  });
  return (input) => compiled.reduce((docs, stage) => stage(docs), input);
}
