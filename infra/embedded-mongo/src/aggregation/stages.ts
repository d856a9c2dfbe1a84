import { BSON } from 'bson';
import { keyText } from '../bson/keys.js';
import { wholeNumber } from '../bson/numbers.js';
import { type Doc, isDoc, own, put, show, type Value } from '../bson/values.js';
import { allowOnly, MongoError } from '../errors.js';
import { chargeMemory, type Steps, skipAndLimit, sorted } from '../planner/execute.js';
import { compileExpression } from '../query/expression.js';
import { match, parseFilter } from '../query/matcher.js';
import { plainPath } from '../query/path.js';
import { compileAddFields, compileProjection } from '../query/projection.js';
import { parseSort, sortKey } from '../storage/index-keys.js';
import { type Accumulator, accumulators } from './accumulators.js';

export type Docs = Steps<Doc>;
export type Stage = (input: Docs) => Docs;

const mapper = (change: (doc: Doc) => Doc | null): Stage =>
  function* (input) {
    for (const doc of input) yield doc && change(doc);
  };

/** Parses the operand of $skip or $limit. @throws MongoError 5107200 ($skip), 5107201 ($limit), 15958 ($limit: 0) */
export function count(value: Value, name: '$skip' | '$limit'): number {
  const number = wholeNumber(value);
  if (number === undefined || number < 0) {
    const message = `invalid argument to ${name} stage: Expected a non-negative integer in: ${name}: ${show(value)}`;
    throw new MongoError(name === '$skip' ? 5107200 : 5107201, message);
  }
  if (name === '$limit' && number === 0) throw new MongoError(15958, 'the limit must be positive');
  return number;
}

function requireDoc(spec: Value, name: string, code: number): Doc {
  if (!isDoc(spec)) throw new MongoError(code, `the ${name} specification must be an object`);
  return spec;
}

function matchStage(spec: Value): Stage {
  const filter = parseFilter(requireDoc(spec, '$match', 15959));
  return mapper((doc) => (match(filter, doc) ? doc : null));
}

function project(spec: Value): Stage {
  const projection = compileProjection(requireDoc(spec, '$project', 15969), '$project');
  if (!projection) throw new MongoError(51272, '$project specification must be a non-empty object');
  return mapper(projection);
}

const addFields = (spec: Value): Stage => mapper(compileAddFields(requireDoc(spec, '$addFields', 40272)));

function sort(spec: Value): Stage {
  const order = parseSort(spec);
  if (!order) throw new MongoError(15976, '$sort stage must have at least one sort key');
  return function* (input) {
    const rows = mapRows(input, (doc) => ({ doc }));
    yield* mapRows(
      sorted(
        rows,
        ({ doc }) => sortKey(order, doc),
        ({ doc }) => BSON.calculateObjectSize(doc),
      ),
      (row) => row.doc,
    );
  };
}

function* mapRows<From, To>(rows: Steps<From>, change: (row: From) => To): Steps<To> {
  for (const row of rows) yield row === null ? null : change(row);
}

function unwind(spec: Value): Stage {
  const options = typeof spec === 'string' ? { path: spec } : requireDoc(spec, '$unwind', 15981);
  allowOnly('$unwind', options, ['path', 'preserveNullAndEmptyArrays']);
  const { path, preserveNullAndEmptyArrays: preserve } = options as Doc;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new MongoError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const parts = plainPath(path.slice(1));
  return function* (input) {
    for (const doc of input) {
      const value = parts.reduce<Value>((inner, part) => (isDoc(inner) ? own(inner, part) : undefined), doc);
      const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      if (!doc || (isEmpty && preserve !== true)) yield null;
      else if (!Array.isArray(value)) yield doc;
      else for (const item of isEmpty ? [undefined] : value) yield replaceAt(doc, parts, item);
    }
  };
}

/** Returns a copy of a document with the field at `parts` replaced, or removed if `value` is undefined. */
function replaceAt(doc: Doc, [part, ...rest]: string[], value: Value): Doc {
  const copy: Doc = {};
  for (const key of Object.keys(doc)) {
    const next = key !== part ? doc[key] : rest.length ? replaceAt(doc[key] as Doc, rest, value) : value;
    if (next !== undefined) put(copy, key, next);
  }
  return copy;
}

function groupField([name, value]: [string, Value]) {
  const operator = isDoc(value) && Object.keys(value).length === 1 ? Object.keys(value)[0]! : '';
  if (name.includes('.') || !operator)
    throw new MongoError(40234, `The field '${name}' must be a plain name with an accumulator object`);
  const make = Object.hasOwn(accumulators, operator) ? accumulators[operator] : undefined;
  if (!make) throw new MongoError(15952, `unknown or unsupported group operator '${operator}'`);
  const collects = operator === '$push' || operator === '$addToSet';
  return { name, make, collects, evaluate: compileExpression((value as Doc)[operator]) };
}

function group(spec: Value): Stage {
  const { _id: idSpec, ...rest } = requireDoc(spec, '$group', 15947);
  if (idSpec === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const id = compileExpression(idSpec);
  const fields = Object.entries(rest).map(groupField);
  return function* (input) {
    const groups = new Map<string, { _id: Value; states: Accumulator[] }>();
    let used = 0;
    for (const doc of input) {
      if (doc) {
        const _id = id(doc) ?? null;
        const key = keyText(_id);
        const found = groups.get(key) ?? { _id, states: fields.map((field) => field.make()) };
        if (!groups.has(key)) used += key.length + 200;
        groups.set(key, found);
        for (const [index, { evaluate, collects }] of fields.entries()) {
          const value = evaluate(doc);
          if (collects && value !== undefined) used += BSON.calculateObjectSize({ value });
          found.states[index]!.add(value);
        }
        chargeMemory(used);
      }
      yield null;
    }
    for (const { _id, states } of groups.values())
      yield { _id, ...Object.fromEntries(fields.map(({ name }, index) => [name, states[index]!.result()])) };
  };
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

const stages: Record<string, (spec: Value) => Stage> = {
  $match: matchStage,
  $project: project,
  $addFields: addFields,
  $sort: sort,
  $skip: (spec) => {
    const skip = count(spec, '$skip');
    return (input) => skipAndLimit(input, skip);
  },
  $limit: (spec) => {
    const limit = count(spec, '$limit');
    return (input) => skipAndLimit(input, 0, limit);
  },
  $group: group,
  $count: countStage,
  $unwind: unwind,
};

export function stageOf(stage: Value): [name: string, spec: Value] {
  const entries = isDoc(stage) ? Object.entries(stage) : [];
  if (entries.length !== 1) throw new MongoError(40323, 'A pipeline stage must be an object with exactly one field.');
  return entries[0]!;
}

/** Compiles a pipeline. @throws MongoError for an invalid or unsupported stage, before a document is read */
export function compilePipeline(pipeline: Value[]): Stage {
  const compiled = pipeline.map((stage) => {
    const [name, spec] = stageOf(stage);
    const make = Object.hasOwn(stages, name) ? stages[name] : undefined;
    if (!make) throw new MongoError(40324, `Unrecognized or unsupported pipeline stage name: '${name}'`);
    return make(spec);
  });
  return (input) => compiled.reduce((docs, stage) => stage(docs), input);
}
