import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import { histogram, requestBuckets, secondsSince } from '@docfolio/process/metrics/instruments';
import { isObservable, lastValueFrom } from 'rxjs';
import { moduleHint } from '../discovery.js';
import { type AuditContext, type Logger, requestContext } from '../logging.js';
import { type Outcome, outcomeOf } from '../metrics/outcome.js';
import { toProblemError } from '../problem.js';
import type { CallContext } from './call-context.js';

const durations = histogram({
  name: 'docfolio_operation_duration_seconds',
  help: 'Time that a service took for an operation, whether requested or submitted, by operation and outcome.',
  labels: ['operation', 'outcome'],
  buckets: requestBuckets,
});

export type OperationHandler = (input: unknown, context: CallContext) => Promise<unknown>;

export class OperationRunner {
  private readonly operations: Map<string, Operation>;
  private readonly handlers = new Map<string, OperationHandler>();

  constructor(
    operations: readonly Operation[],
    private readonly logger: Logger,
  ) {
    this.operations = new Map(operations.map((operation) => [operationKey(operation), operation]));
  }

  /** Registers an operation's handler. @throws Error if this service does not serve it or it already has a handler */
  register(key: string, handler: OperationHandler): void {
    if (!this.operations.has(key)) throw new Error(`${key} is handled here, but is no operation of this service`);
    if (this.handlers.has(key)) throw new Error(`${key} has two handlers`);
    this.handlers.set(key, handler);
  }

  /** @throws Error that names the operations without a handler */
  assertComplete(): void {
    const missing = [...this.operations.keys()].filter((key) => !this.handlers.has(key));
    if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}: ${moduleHint}`);
  }

  operation(key: string): Operation | undefined {
    return this.operations.get(key);
  }

  /** Returns the key of an operation, `unknown` for one that this service does not know: it comes from outside. */
  nameOf(key: string): string {
    return this.operations.has(key) ? key : 'unknown';
  }

  has(delivery: Operation['delivery']): boolean {
    return [...this.operations.values()].some((operation) => operation.delivery === delivery);
  }

  /** Parses the input, runs the handler, logs the outcome and returns the result. @throws ProblemError only */
  run(context: CallContext, raw: unknown): Promise<unknown> {
    return requestContext.run({ requestId: context.requestId, audit: auditOf(context) }, async () => {
      const started = performance.now();
      try {
        const result = await this.invoke(context, raw);
        this.log(context, started, 'ok');
        this.observe(context, started, 'ok');
        return result;
      } catch (error) {
        const problem = toProblemError(error, this.logger, context.requestId);
        this.log(context, started, problem.code);
        this.observe(context, started, outcomeOf(problem));
        throw problem;
      }
    });
  }

  private async invoke(context: CallContext, raw: unknown): Promise<unknown> {
    const operation = this.operations.get(context.operation);
    const handler = this.handlers.get(context.operation);
    // A newer gateway may know operations that this version does not.
    if (!operation || !handler) throw new ProblemError('unavailable');
    const result = await handler(parseOrThrow(operation.input, raw), context);
    return isObservable(result) ? lastValueFrom(result) : result;
  }

  private observe({ operation }: CallContext, started: number, outcome: Outcome): void {
    durations.observe({ operation: this.nameOf(operation), outcome }, secondsSince(started));
  }

  private log(context: CallContext, started: number, outcome: string): void {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    this.logger.info({ operation: context.operation, outcome, ms }, 'handled');
  }
}

function auditOf({ auditId, operation, requestId, actor }: CallContext): AuditContext | undefined {
  return auditId === undefined ? undefined : { entryId: auditId, operation, requestId, actor };
}
