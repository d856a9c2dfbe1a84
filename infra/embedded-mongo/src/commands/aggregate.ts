import { compilePipeline, count, type Docs, type Stage, stageOf } from '../aggregation/stages.js';
import { type Doc, encode, isDoc, type Value } from '../bson/values.js';
import { allowOnly, failedToParse } from '../errors.js';
import { countSteps, type Search, type Steps, search } from '../planner/execute.js';
import { parseFilter } from '../query/matcher.js';
import type { Collection } from '../storage/collection.js';
import { parseSort } from '../storage/index-keys.js';
import { arrayField, type Command, hintOf, integer, namespace } from './command.js';
import { firstBatch } from './find.js';

interface Pipeline {
  request: Search;
  rest: Stage;
  /** Set if the rest is one $group by a constant with one `$sum: 1`, which drivers send as countDocuments. */
  counting?: { _id: Value; field: string };
}

function parsePipeline(pipeline: Value[], hint: Value): Pipeline {
  compilePipeline(pipeline); // every stage is checked, those that the planner takes over too
  const rest = pipeline.map(stageOf);
  const take = (name: string): Value => (rest[0]?.[0] === name ? rest.shift()![1] : undefined);
  const filters = [];
  for (let spec = take('$match'); spec; spec = take('$match')) filters.push(parseFilter(spec as Doc));
  const request: Search = {
    filter: filters.length === 1 ? filters[0]! : { kind: 'and', filters },
    hint,
    trustsKeys: true,
  };
  request.sort = parseSort(take('$sort'));
  request.skip = count(take('$skip') ?? 0, '$skip');
  const limit = take('$limit');
  if (limit !== undefined) request.limit = request.skip + count(limit, '$limit');
  const counting = rest.length === 1 ? countingGroup(...rest[0]!) : undefined;
  return { request, rest: compilePipeline(pipeline.slice(pipeline.length - rest.length)), counting };
}

function countingGroup(name: string, spec: Value): Pipeline['counting'] {
  if (name !== '$group' || !isDoc(spec)) return undefined;
  const { _id, ...fields } = spec;
  const [[field, sum] = [], ...others] = Object.entries(fields);
  const isConstant = _id === null || typeof _id === 'number';
  const isCount = isDoc(sum) && Object.keys(sum).join() === '$sum' && sum.$sum === 1;
  return isConstant && isCount && others.length === 0 ? { _id, field: field! } : undefined;
}

function* documents(collection: Collection | undefined, { request, rest, counting }: Pipeline): Docs {
  if (collection && counting) {
    for (const total of countSteps(collection, request))
      yield total === null || total === 0 ? null : { _id: counting._id, [counting.field]: total };
  } else yield* rest(docsOf(collection, request));
}

function* docsOf(collection: Collection | undefined, request: Search): Docs {
  if (collection) for (const row of search(collection, request)) yield row ? row.doc : null;
}

function* encoded(docs: Docs): Steps<Uint8Array> {
  for (const doc of docs) yield doc && encode(doc);
}

export const aggregate: Command = {
  fields: ['pipeline', 'cursor', 'hint'],
  async run(request) {
    const { body, services } = request;
    const ns = namespace(request);
    if (!isDoc(body.cursor)) throw failedToParse("The 'cursor' option is required");
    allowOnly('aggregate.cursor', body.cursor, ['batchSize']);
    const pipeline = parsePipeline(arrayField(body, 'pipeline'), hintOf(body));
    const size = integer(body.cursor, 'batchSize', 101);
    return firstBatch(request, ns, encoded(documents(services.catalog.get(ns), pipeline)), size);
  },
};
