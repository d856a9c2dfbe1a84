import { randomUUID } from 'node:crypto';
import { type Operation, type OutputOf, operationKey, type ServiceName } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { withTimeout } from '@docfolio/process/with-timeout';
import { Job, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { bodyHash, derivedId } from '../identity.js';
import type { Logger } from '../logging.js';
import { durableJob, jobId, openQueue } from '../queue.js';
import { closeRedis, commandTimeout, connectRedis } from '../redis.js';
import type { Actor } from '../rpc/call-context.js';
import { fromWire } from '../rpc/envelope.js';
import {
  resultTimeout,
  type SubmissionData,
  type SubmissionDone,
  type SubmissionResult,
  submissionChannel,
  submissionQueue,
} from './submission-job.js';

export interface SubmissionClientOptions {
  redisUrl: string;
  logger: Logger;
  /** ms to wait for the result before returning `accepted`. Default: 3,000. */
  resultTimeout?: number;
}

export interface SubmitOptions {
  requestId: string;
  idempotencyKey: string;
  actor?: Actor | null;
}

/** `accepted`: the submission is stored and will be processed, but no result came in time. `id` is final. */
export type SubmitOutcome<O extends Operation> =
  | { accepted: false; result: OutputOf<O> }
  | { accepted: true; id: string };

type SubmissionJob = Job<SubmissionData, SubmissionResult>;

/** Sends submissions (public writes that must not be lost) to their services. Create one per process. */
export class SubmissionClient {
  private readonly commands: Redis;
  private readonly subscriber: Redis;
  private readonly queues = new Map<ServiceName, Queue<SubmissionData>>();
  private readonly listening = new Map<ServiceName, Promise<unknown>>();
  private readonly waiting = new Map<string, Set<(done: SubmissionDone) => void>>();

  constructor(private readonly options: SubmissionClientOptions) {
    this.commands = connectRedis(options.redisUrl, 'commands', options.logger);
    this.subscriber = connectRedis(options.redisUrl, 'subscriber', options.logger);
    this.subscriber.on('message', (_channel, message) => this.receive(message));
  }

  /**
   * Stores a submission, then waits up to 3 s for its result. A repeat (same key and input) gets the first result, or
   * runs again if that was a refusal.
   * @throws ProblemError the service's 4xx; `idempotency_key_reused` (other input); `unavailable` if not stored in 2 s
   */
  async submit<O extends Operation>(
    operation: O,
    rawInput: unknown,
    options: SubmitOptions,
  ): Promise<SubmitOutcome<O>> {
    const key = operationKey(operation);
    const id = jobId('s', key, options.idempotencyKey);
    const data: SubmissionData = {
      operation: key,
      input: rawInput,
      record_id: derivedId(key, options.idempotencyKey),
      body_hash: bodyHash(rawInput),
      request_id: options.requestId,
      actor: options.actor ?? null,
      call: randomUUID(),
      submitted_at: Date.now(),
    };
    const { service } = operation;
    const done = this.whenDone(id, data);
    try {
      await this.store(service, id, data);
      const result = await Promise.race([done.promise, this.earlier(service, id, data, done.promise)]);
      if (!result) return { accepted: true, id: data.record_id };
      if ('problem' in result) throw fromWire(result);
      return { accepted: false, result: result.result as OutputOf<O> };
    } finally {
      done.forget();
    }
  }

  /** Checks the connection to Redis. @throws Error if nothing can be submitted */
  async check(): Promise<void> {
    await this.commands.ping();
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await Promise.all([closeRedis(this.commands), closeRedis(this.subscriber)]);
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
      timer = setTimeout(() => resolve(undefined), this.options.resultTimeout ?? resultTimeout);
    });
    promise.catch(() => undefined);
    const forget = () => {
      clearTimeout(timer);
      if (listener) listeners.delete(listener);
      if (listeners.size === 0 && this.waiting.get(id) === listeners) this.waiting.delete(id);
    };
    return { promise, forget };
  }

  private receive(message: string): void {
    const done = JSON.parse(message) as SubmissionDone;
    for (const listener of this.waiting.get(done.job) ?? []) listener(done);
  }
}

function finished(job: SubmissionJob): boolean {
  return job.finishedOn !== undefined && job.returnvalue !== null && job.returnvalue !== undefined;
}
