import { randomUUID } from 'node:crypto';
import { type Operation, type OutputOf, operationKey, type ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { counter } from '@docfolio/process/metrics/instruments';
import { activeTraceparent, inSpan } from '@docfolio/process/tracing/tracer';
import { withTimeout } from '@docfolio/process/with-timeout';
import { Job, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { bodyHash, derivedId } from '../identity.js';
import type { Logger } from '../logging.js';
import { outcomeOf } from '../metrics/outcome.js';
import { durableJob, jobId, openQueue } from '../queue.js';
import { closeRedis, commandTimeout, connectRedis } from '../redis.js';
import type { Actor } from '../rpc/call-context.js';
import { fromWire } from '../rpc/envelope.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import {
  resultTimeout,
  type SubmissionData,
  type SubmissionDone,
  type SubmissionResult,
  submissionChannel,
  submissionQueue,
} from './submission-job.js';

const submissions = counter({
  name: 'docfolio_submissions_total',
  help: 'Public forms sent, by operation and outcome: `direct` without a job, `stored` with one, `accepted` with the result to follow; else not taken.',
  labels: ['operation', 'outcome'],
});

export interface SubmissionClientOptions {
  redisUrl: string;
  logger: Logger;
  /** ms to wait for the result before returning `accepted`. Default: 3,000. */
  resultTimeout?: number;
  /** Client for the direct call, which saves the job while the service is up. Default: none, every submission is a job. */
  rpc?: RpcClient;
  /** ms that the direct call may take. Only after it the submission is stored as a job. Default: 1,000. */
  directTimeout?: number;
}

export interface SubmitOptions {
  requestId: string;
  idempotencyKey: string;
  actor?: Actor | null;
  /** Id for the audit trail. Default: what the submission stores is not recorded. */
  auditId?: string | undefined;
}

/** `accepted`: the submission is stored and will be processed, but no result came in time. `id` is final. */
export type SubmitOutcome<O extends Operation> =
  | { accepted: false; result: OutputOf<O> }
  | { accepted: true; id: string };

/** ms in which most results arrive. Only after it the stored job is read, which an earlier call may have added. */
const usualDuration = 100;

const directTimeout = 1_000;
/** ms without direct calls to a service after one that brought no result. */
const directPause = 5_000;

type SubmissionJob = Job<SubmissionData, SubmissionResult>;

/** Sends submissions (public writes that must not be lost) to their services. Create one per process. */
export class SubmissionClient {
  private readonly commands: Redis;
  private readonly subscriber: Redis;
  private readonly queues = new Map<ServiceName, Queue<SubmissionData>>();
  private readonly listening = new Map<ServiceName, Promise<unknown>>();
  private readonly directFrom = new Map<ServiceName, number>();
  private readonly waiting = new Map<string, Set<(done: SubmissionDone) => void>>();

  constructor(private readonly options: SubmissionClientOptions) {
    this.commands = connectRedis(options.redisUrl, 'commands', options.logger);
    this.subscriber = connectRedis(options.redisUrl, 'subscriber', options.logger);
    this.subscriber.on('message', (_channel, message) => this.receive(message));
  }

  /**
   * Calls the service. Without a result in 1 s it stores the submission, and waits for its result, up to 3 s in all.
   * A repeat (same key and input) gets the first result, or runs again if that was a refusal.
   * @throws ProblemError the service's 4xx; `idempotency_key_reused` (other input); `unavailable` if not stored in 2 s
   */
  submit<O extends Operation>(operation: O, rawInput: unknown, options: SubmitOptions): Promise<SubmitOutcome<O>> {
    const key = operationKey(operation);
    return inSpan(`submit ${key}`, {}, async (span) => {
      const count = (outcome: string) => {
        submissions.add({ operation: key, outcome });
        span.set({ 'docfolio.outcome': outcome });
      };
      try {
        const { isDirect, ...outcome } = await this.send(operation, rawInput, options);
        count(outcome.accepted ? 'accepted' : isDirect ? 'direct' : 'stored');
        return outcome;
      } catch (error) {
        count(outcomeOf(error));
        throw error;
      }
    });
  }

  /** Checks the connection to Redis. @throws Error if nothing can be submitted */
  async check(): Promise<void> {
    await this.commands.ping();
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await Promise.all([closeRedis(this.commands), closeRedis(this.subscriber)]);
  }

  private async send<O extends Operation>(
    operation: O,
    rawInput: unknown,
    options: SubmitOptions,
  ): Promise<SubmitOutcome<O> & { isDirect: boolean }> {
    const key = operationKey(operation);
    const id = jobId('s', key, options.idempotencyKey);
    const traceparent = activeTraceparent();
    const data: SubmissionData = {
      operation: key,
      input: rawInput,
      record_id: derivedId(key, options.idempotencyKey),
      body_hash: bodyHash(rawInput),
      request_id: options.requestId,
      actor: options.actor ?? null,
      call: randomUUID(),
      submitted_at: Date.now(),
      ...(options.auditId !== undefined && { audit_id: options.auditId }),
      ...(traceparent !== undefined && { traceparent }),
    };
    const { service } = operation;
    const direct = await this.callDirectly(operation, rawInput, id, options);
    if (direct) return { accepted: false, result: direct.result, isDirect: true };
    const done = this.whenDone(id, data);
    try {
      await this.store(service, id, data);
      const soon = await Promise.race([done.promise, done.afterPause]);
      const result = soon ?? (await Promise.race([done.promise, this.earlier(service, id, data, done.promise)]));
      if (!result) return { accepted: true, id: data.record_id, isDirect: false };
      if ('problem' in result) throw fromWire(result);
      return { accepted: false, result: result.result as OutputOf<O>, isDirect: false };
    } finally {
      done.forget();
    }
  }

  /**
   * Calls the service without storing the submission: nobody has been promised anything yet, and the ids of records make
   * a second run harmless. A submission whose job is stored belongs to the job.
   * @returns undefined if the submission has to be stored @throws ProblemError the service's 4xx
   */
  private async callDirectly<O extends Operation>(
    operation: O,
    rawInput: unknown,
    id: string,
    { requestId, idempotencyKey, actor = null, auditId }: SubmitOptions,
  ): Promise<{ result: OutputOf<O> } | undefined> {
    const { rpc } = this.options;
    const { service } = operation;
    if (!rpc || this.commands.status !== 'ready' || performance.now() < (this.directFrom.get(service) ?? 0)) return;
    try {
      if (await this.commands.exists(this.queue(service).toKey(id))) return;
      const call = { requestId, idempotencyKey, actor, auditId, deadline: this.options.directTimeout ?? directTimeout };
      return { result: await rpc.call(operation, rawInput, call) };
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500) throw error;
      this.options.logger.debug({ err: error, request_id: requestId }, 'direct call failed, submission is stored');
      this.directFrom.set(service, performance.now() + directPause);
    }
  }

  private queue(service: ServiceName): Queue<SubmissionData> {
    let queue = this.queues.get(service);
    if (!queue) {
      queue = openQueue<SubmissionData>(submissionQueue(service), this.commands);
      this.queues.set(service, queue);
    }
    return queue;
  }

  private listen(service: ServiceName): Promise<unknown> {
    let listening = this.listening.get(service);
    if (!listening) {
      listening = this.subscriber.subscribe(submissionChannel(service));
      listening.catch(() => this.listening.delete(service));
      this.listening.set(service, listening);
    }
    return listening;
  }

  /** Subscribes to results, then adds the job, unless one with this id is stored. */
  private async store(service: ServiceName, id: string, data: SubmissionData): Promise<void> {
    let givenUp = false;
    const add = async () => {
      await this.listen(service);
      // Redis has recovered too late: the caller has already got `unavailable`.
      if (givenUp) return;
      await this.queue(service).add(data.operation, data, { ...durableJob, jobId: id });
    };
    try {
      await withTimeout(add(), commandTimeout);
    } catch (error) {
      givenUp = true;
      throw new ProblemError('unavailable', { cause: error });
    }
  }

  /** Returns the result of the stored job, which an earlier call may have added; undefined if there is none in time. */
  private async earlier(
    service: ServiceName,
    id: string,
    data: SubmissionData,
    done: Promise<SubmissionResult | undefined>,
  ): Promise<SubmissionResult | undefined> {
    let job = await this.find(service, id);
    if (job && job.data.call !== data.call && finished(job) && job.returnvalue && 'problem' in job.returnvalue) {
      await this.forgetRefusal(job);
      await this.store(service, id, data);
      job = await this.find(service, id);
    }
    if (job && job.data.body_hash !== data.body_hash) throw new ProblemError('idempotency_key_reused');
    if (job && finished(job)) return job.returnvalue;
    const heard = await done;
    if (heard) return heard;
    // The message with the result may have been lost while disconnected.
    const last = await this.find(service, id);
    return last && finished(last) ? last.returnvalue : undefined;
  }

  private async find(service: ServiceName, id: string): Promise<SubmissionJob | undefined> {
    try {
      return await Job.fromId<SubmissionData, SubmissionResult>(this.queue(service), id);
    } catch (error) {
      // The submission is stored: `accepted` is true either way.
      this.options.logger.debug({ err: error }, 'job not read');
      return undefined;
    }
  }

  private async forgetRefusal(job: SubmissionJob): Promise<void> {
    try {
      await job.remove();
    } catch (error) {
      this.options.logger.debug({ err: error }, 'refused job not removed');
    }
  }

  private whenDone(id: string, data: SubmissionData) {
    const listeners = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, listeners);
    let timer: NodeJS.Timeout | undefined;
    let listener: ((done: SubmissionDone) => void) | undefined;
    const promise = new Promise<SubmissionResult | undefined>((resolve, reject) => {
      listener = (done) => {
        if (done.body_hash === data.body_hash) resolve(done);
        else if ('result' in done) reject(new ProblemError('idempotency_key_reused'));
      };
      listeners.add(listener);
      const until = data.submitted_at + (this.options.resultTimeout ?? resultTimeout);
      timer = setTimeout(() => resolve(undefined), Math.max(0, until - Date.now()));
    });
    promise.catch(() => undefined);
    let pause: NodeJS.Timeout | undefined;
    const afterPause = new Promise<undefined>((resolve) => {
      pause = setTimeout(() => resolve(undefined), usualDuration);
    });
    const forget = () => {
      clearTimeout(timer);
      clearTimeout(pause);
      if (listener) listeners.delete(listener);
      if (listeners.size === 0 && this.waiting.get(id) === listeners) this.waiting.delete(id);
    };
    return { promise, afterPause, forget };
  }

  private receive(message: string): void {
    const done = JSON.parse(message) as SubmissionDone;
    for (const listener of this.waiting.get(done.job) ?? []) listener(done);
  }
}

function finished(job: SubmissionJob): boolean {
  return job.finishedOn !== undefined && job.returnvalue !== null && job.returnvalue !== undefined;
}
