import { compilePipeline, count, type Docs, type Stage, stageName } from '../aggregation/stages.js';
import { type Doc, encode, isDoc, type Value } from '../bson/values.js';
import { badValue, MongoError, unsupported } from '../errors.js';
import { type ExecutionStats, query, type Steps } from '../planner/execute.js';
import { choosePlan, type Plan, type PlanRequest } from '../planner/planner.js';
import { filterDoc, parseFilter } from '../query/matcher.js';
import { parseSort } from '../query/sort.js';
import type { Collection } from '../storage/collection.js';
import { type Command, flag, integer, namespace, type Request, requireArrayField } from './command.js';
import { countSteps, emptyHint, firstBatch } from './find.js';

export interface Pipeline {
  /** The leading $match, $sort, $skip and $limit, answered by the planner. */
  request: PlanRequest & { skip: number };
  rest: Stage;
  /** `[$match, $group by a constant with one $sum: 1]`, which is how drivers count: the group's constant and field. */
  counting?: { id: Value; field: string };
}

const matchOf = (stage: Value): Doc | undefined => (isDoc(stage) && isDoc(stage.$match) ? stage.$match : undefined);

/** Splits a pipeline into the query its first stages make, and the stages after it. */
export function parsePipeline(request: Request, stages: Value[], hint: Value): Pipeline {
  const { catalog } = request.services;
  const context = {
    lookup: (from: string, filter: Doc): Docs => {
      const parsed = parseFilter(filter);
      const collection = catalog.get(`${request.db}.${from}`);
      return collection
        ? documents(collection, { filter: parsed, skip: 0 }, { keysExamined: 0, docsExamined: 0 })
        : none();
    },
  };
  compilePipeline(stages, context); // every stage is checked, those that the planner takes over too
  const rest = [...stages];
  const matches: Doc[] = [];
  while (matchOf(rest[0])) matches.push(matchOf(rest.shift())!);
  const filter = parseFilter(matches.length > 1 ? { $and: matches } : filterDoc(matches[0], '$match'));
  const planned: Pipeline['request'] = { filter, hint, skip: 0 };
  const spec = (name: string): Value =>
    rest[0] && stageName(rest[0]) === name ? (rest.shift() as Doc)[name] : undefined;
  planned.sort = parseSort(spec('$sort'));
  const skip = spec('$skip');
  if (skip !== undefined) planned.skip = count(skip, '$skip', 0);
  const limit = spec('$limit');
  if (limit !== undefined) planned.limit = planned.skip + count(limit, '$limit', 1);
  const plain = !planned.sort && skip === undefined && limit === undefined;
  return {
    request: planned,
    rest: compilePipeline(rest, context),
    counting: plain && rest.length === 1 ? countingGroup(rest[0]) : undefined,
  };
}

function countingGroup(stage: Value): Pipeline['counting'] {
  const group = isDoc(stage) && isDoc(stage.$group) ? stage.$group : undefined;
  if (
    !group ||
    Object.keys(group).length !== 2 ||
    (typeof group._id === 'string' && group._id.startsWith('$')) ||
    (typeof group._id === 'object' && group._id !== null)
  )
    return undefined;
  const field = Object.keys(group).find((key) => key !== '_id')!;
  const sum = group[field];
  return isDoc(sum) && Object.keys(sum).length === 1 && sum.$sum === 1 ? { id: group._id, field } : undefined;
}

function* none(): Docs {}

function* documents(collection: Collection, request: Pipeline['request'], stats: ExecutionStats, plan?: Plan): Docs {
  for (const row of query(collection, plan ?? choosePlan(collection, request), request, stats))
    yield row === null ? null : row.doc;
}

/** Runs a pipeline over a collection. */
export function* aggregateSteps(
  collection: Collection | undefined,
  pipeline: Pipeline,
  stats: ExecutionStats,
  plan?: Plan,
): Docs {
  const { request, rest, counting } = pipeline;
  if (collection && counting) {
    for (const total of countSteps(collection, request, stats, plan ?? choosePlan(collection, request))) {
      if (total === null) yield null;
      else if (total > 0) yield { _id: counting.id, [counting.field]: total };
    }
  } else yield* rest(collection ? documents(collection, request, stats, plan) : none());
}

function* encoded(docs: Docs): Steps<Uint8Array> {
  for (const doc of docs) yield doc && encode(doc);
}

export const aggregate: Command = {
  fields: ['pipeline', 'cursor', 'hint', 'allowDiskUse', 'bypassDocumentValidation', 'explain'],
  async run(request) {
    const { body } = request;
    if (flag(body.explain)) throw unsupported('The explain option of aggregate (use the explain command)');
    if (typeof body.aggregate !== 'string') throw unsupported('An aggregation over the whole database');
    const ns = namespace(request, 'aggregate');
    if (!isDoc(body.cursor))
      throw new MongoError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
    const pipeline = parsePipeline(request, requireArrayField(body, 'pipeline'), emptyHint(body.hint));
    const collection = request.services.catalog.get(ns);
    const steps = aggregateSteps(collection, pipeline, { keysExamined: 0, docsExamined: 0 });
    const size = integer(body.cursor, 'batchSize', 101);
    for (const key of Object.keys(body.cursor))
      if (key !== 'batchSize') throw badValue(`cursor object can't contain fields other than batchSize, found ${key}`);
    return firstBatch(request, ns, encoded(steps), size);
  },
};
