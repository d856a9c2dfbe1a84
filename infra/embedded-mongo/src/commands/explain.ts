import type { Document } from 'bson';
import { type Doc, isDoc } from '../bson/values.js';
import { allowOnly, badValue, unsupported } from '../errors.js';
import { countSteps, run, type Search } from '../planner/execute.js';
import { choosePlan, type Plan } from '../planner/planner.js';
import { type Command, namespace, type Request } from './command.js';
import { count, find, findSteps, parseSearch } from './find.js';

function stages(plan: Plan, { sort }: Search, counts: boolean): Document {
  const { index, reverse, sorted, exact } = plan;
  const covered = counts && exact;
  const direction = reverse ? 'backward' : 'forward';
  const walk = index && { indexName: index.meta.name, keyPattern: index.meta.key, direction };
  let stage: Document = { stage: 'COLLSCAN', direction };
  if (walk)
    stage = covered ? { stage: 'COUNT_SCAN', ...walk } : { stage: 'FETCH', inputStage: { stage: 'IXSCAN', ...walk } };
  if (sort && !sorted) stage = { stage: 'SORT', inputStage: stage };
  return counts ? { stage: 'COUNT', inputStage: stage } : stage;
}

/** Runs a find or count and returns the chosen plan with the numbers of keys and documents examined. */
export const explain: Command = {
  fields: ['verbosity'],
  async run(request: Request) {
    const body = request.body.explain as Doc;
    if (!isDoc(body)) throw badValue('explain needs a command document');
    const counts = 'count' in body;
    if (!counts && !('find' in body)) throw unsupported(`explain of ${Object.keys(body)[0]}`);
    allowOnly('explain', body, ['find', 'count', '$db', 'maxTimeMS', 'lsid'], counts ? count.fields : find.fields);
    const ns = namespace({ ...request, body }, counts ? 'count' : 'find');
    const collection = request.services.catalog.get(ns);
    if (!collection) return { queryPlanner: { namespace: ns, winningPlan: { stage: 'EOF' } }, ok: 1 };
    const parsed = parseSearch(body, counts ? 'query' : 'filter');
    const stats = { keysExamined: 0, docsExamined: 0 };
    const plan = choosePlan(collection, parsed);
    const planned = { ...parsed, plan, stats };
    let nReturned = 0;
    const accept = (): boolean => ++nReturned > 0;
    await run<unknown>(
      counts ? countSteps(collection, planned) : findSteps(collection, body, planned),
      accept,
      request.deadline,
    );
    const executionStats = {
      nReturned: counts ? 0 : nReturned,
      totalKeysExamined: stats.keysExamined,
      totalDocsExamined: stats.docsExamined,
    };
    const queryPlanner = { namespace: ns, winningPlan: stages(plan, parsed, counts) };
    return { queryPlanner, executionStats, ok: 1 };
  },
};
