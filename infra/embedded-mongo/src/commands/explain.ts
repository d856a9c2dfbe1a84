import type { Document } from 'bson';
import { isDoc } from '../bson/values.js';
import { badValue, unsupported } from '../errors.js';
import { type ExecutionStats, run, type Steps } from '../planner/execute.js';
import { choosePlan, type IndexPlan, type Plan, type PlanRequest } from '../planner/planner.js';
import type { Collection } from '../storage/collection.js';
import { aggregateSteps, parsePipeline } from './aggregate.js';
import { type Command, namespace, type Request, requireArrayField } from './command.js';
import { countSteps, emptyHint, findSteps, parseCount, parseFind } from './find.js';

interface Explained {
  collection: Collection | undefined;
  request: PlanRequest;
  /** Runs the explained command, for its statistics. */
  steps(stats: ExecutionStats, plan: Plan): Steps<unknown>;
  /** Keys alone answer it. */
  counts: boolean;
}

function read(request: Request): Explained {
  const command = request.body.explain;
  if (!isDoc(command)) throw badValue('explain needs a command document');
  const inner: Request = { ...request, body: command };
  const name = Object.keys(command)[0] ?? '';
  const collection = request.services.catalog.get(namespace(inner, name));
  if (name === 'find') {
    const parsed = parseFind(command);
    return {
      collection,
      request: parsed,
      steps: (stats, plan) => findSteps(collection, parsed, stats, plan),
      counts: false,
    };
  }
  if (name === 'count') {
    const parsed = parseCount(command);
    return {
      collection,
      request: parsed,
      steps: (stats, plan) => countSteps(collection!, parsed, stats, plan, parsed.limit),
      counts: true,
    };
  }
  if (name === 'aggregate') {
    const pipeline = parsePipeline(inner, requireArrayField(command, 'pipeline'), emptyHint(command.hint));
    return {
      collection,
      request: pipeline.request,
      steps: (stats, plan) => aggregateSteps(collection, pipeline, stats, plan),
      counts: pipeline.counting !== undefined,
    };
  }
  throw unsupported(`explain of ${name}`);
}

function indexStage(plan: IndexPlan): Document {
  const { meta } = plan.index;
  return {
    stage: 'IXSCAN',
    keyPattern: meta.key,
    indexName: meta.name,
    isMultiKey: meta.multikey.some((prefixes) => prefixes.length > 0),
    isUnique: meta.unique === true,
    isSparse: meta.sparse === true,
    isPartial: meta.partialFilterExpression !== undefined,
    direction: plan.reverse ? 'backward' : 'forward',
    boundedFields: plan.bounded,
  };
}

function stages(plan: Plan, request: PlanRequest, counts: boolean): Document {
  if (plan.kind === 'index' && plan.exact && counts)
    return { stage: 'COUNT', inputStage: { ...indexStage(plan), stage: 'COUNT_SCAN' } };
  const source: Document =
    plan.kind === 'scan'
      ? { stage: 'COLLSCAN', direction: plan.reverse ? 'backward' : 'forward' }
      : {
          stage: 'FETCH',
          inputStage:
            plan.kind === 'index' ? indexStage(plan) : { stage: 'OR', inputStages: plan.plans.map(indexStage) },
        };
  const ordered =
    request.sort && !plan.sorted
      ? {
          stage: 'SORT',
          sortPattern: Object.fromEntries(request.sort.map((field) => [field.path, field.descending ? -1 : 1])),
          inputStage: source,
        }
      : source;
  return counts ? { stage: 'COUNT', inputStage: ordered } : ordered;
}

/** Explains find, count and aggregate: the plan chosen, and unless 'queryPlanner' is asked for, what running it examined. */
export const explain: Command = {
  fields: ['verbosity'],
  async run(request) {
    const { collection, request: planRequest, steps, counts } = read(request);
    const namespaceName = collection?.ns ?? `${request.db}.?`;
    if (!collection) return { queryPlanner: { namespace: namespaceName, winningPlan: { stage: 'EOF' } }, ok: 1 };
    const plan = choosePlan(collection, planRequest);
    const winningPlan = stages(plan, planRequest, counts);
    const reply: Document = {
      explainVersion: '1',
      queryPlanner: { namespace: namespaceName, winningPlan, rejectedPlans: [] },
      command: request.body.explain,
    };
    if (request.body.verbosity !== 'queryPlanner') {
      const stats: ExecutionStats = { keysExamined: 0, docsExamined: 0 };
      let nReturned = 0;
      const started = performance.now();
      await run(steps(stats, plan), () => ++nReturned > 0, request.deadline);
      reply.executionStats = {
        executionSuccess: true,
        nReturned: counts ? 0 : nReturned,
        executionTimeMillis: Math.round(performance.now() - started),
        totalKeysExamined: stats.keysExamined,
        totalDocsExamined: stats.docsExamined,
        executionStages: winningPlan,
      };
    }
    return { ...reply, serverInfo: { version: '7.0.0' }, ok: 1 };
  },
};
