import { inSpan, isTracing } from '@docfolio/process/tracing/tracer';
import mongoose from 'mongoose';

/** Runs a query as a span with collection and operation. For queries that mongoose does not run, or that `groupCalls` runs. */
export function querySpan<T>(operation: string, collection: string, work: () => Promise<T>): Promise<T> {
  const names = { 'db.collection.name': collection, 'db.operation.name': operation };
  const attributes = { 'db.system.name': 'mongodb', ...names };
  return inSpan(`${operation} ${collection}`, { kind: 'client', attributes }, work);
}

interface Query {
  op: string | undefined;
  model: { collection: { name: string } };
}

type Run<This> = (this: This, ...args: unknown[]) => Promise<unknown>;

let isInstalled = false;

/** Traces mongoose's queries, if tracing is on. Filters and values do not get into spans. */
export function traceQueries(): void {
  if (isInstalled || !isTracing()) return;
  isInstalled = true;
  const { Query, Model } = mongoose;
  const query = Query.prototype as unknown as { exec: Run<Query> };
  const { exec } = query;
  query.exec = function (this: Query, ...args) {
    return querySpan(this.op ?? 'query', this.model.collection.name, () => exec.apply(this, args));
  };
  const model = Model as unknown as Record<'create' | 'bulkWrite' | 'insertMany', Run<Query['model']>>;
  for (const operation of ['create', 'bulkWrite', 'insertMany'] as const) {
    const run = model[operation];
    model[operation] = function (this: Query['model'], ...args) {
      return querySpan(operation, this.collection.name, () => run.apply(this, args));
    };
  }
}
