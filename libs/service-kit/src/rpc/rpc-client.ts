import { randomUUID } from 'node:crypto';
import { type Operation, type OutputOf, operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { histogram, requestBuckets, secondsSince } from '@docfolio/process/metrics/instruments';
import { activeTraceparent, inSpan } from '@docfolio/process/tracing/tracer';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Redis } from 'ioredis';
import { bodyHash, derivedId, newId } from '../identity.js';
import type { Logger } from '../logging.js';
import { type Outcome, outcomeOf } from '../metrics/outcome.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import type { Actor } from './call-context.js';
import {
  defaultDeadline,
  defaultDepthLimit,
  fromWire,
  type ReplyEnvelope,
  type RequestEnvelope,
  replyChannel,
  requestList,
} from './envelope.js';
import { defineRequestList, pushRequest } from './request-list.js';

const calls = histogram({
  name: 'docfolio_rpc_client_duration_seconds',
  help: 'Time until a call to another process has its reply or fails, by the process called and the outcome.',
  labels: ['target', 'outcome'],
  buckets: requestBuckets,
});

/** ms that a call waits for a connection that is being re-established. */
const reconnectTimeout = 500;

export interface RpcClientOptions {
  redisUrl: string;
  logger: Logger;
  depthLimit?: number;
  /** Longest and default deadline of a call in ms. Default: 4,000. */
  longestDeadline?: number;
}

export interface CallOptions {
  requestId: string;
  actor?: Actor | null;
  /** Identifies repeats of a `creates` operation. Without it a repeat creates a second record. */
  idempotencyKey?: string | undefined;
  /** ms after which the call fails, up to `longestDeadline`, which is the default. */
  deadline?: number;
  /** Id of the call's entry in the audit trail. Default: its writes are not recorded. */
  auditId?: string | undefined;
  /** Hash of the client's network. Default: the service does not know it. */
  client?: string | undefined;
}

interface Waiting {
  resolve(reply: ReplyEnvelope): void;
}

export class RpcClient {
  private readonly id = randomUUID();
  private readonly channel = replyChannel(this.id);
  private readonly commands: Redis;
  private readonly subscriber: Redis;
  private readonly waiting = new Map<string, Waiting>();
  private subscribed: Promise<unknown>;

  constructor(private readonly options: RpcClientOptions) {
    this.commands = connectRedis(options.redisUrl, 'commands', options.logger);
    this.subscriber = connectRedis(options.redisUrl, 'subscriber', options.logger);
    defineRequestList(this.commands);
    this.subscriber.on('message', (_channel, message) => this.receive(message));
    this.subscribed = this.subscriber.subscribe(this.channel);
    this.subscribed.catch((error: unknown) => options.logger.debug({ err: error }, 'not subscribed'));
  }

  /**
   * Calls an operation and returns its reply. A GET without a reply is sent again after half of the deadline.
   * @throws ProblemError of the service; `saturated` (list full); `unavailable` at the deadline, earlier without Redis
   */
  call<O extends Operation>(operation: O, rawInput: unknown, options: CallOptions): Promise<OutputOf<O>> {
    const attributes = { 'rpc.service': operation.service, 'rpc.method': operationKey(operation) };
    return inSpan(`call ${operationKey(operation)}`, { kind: 'client', attributes }, () =>
      this.exchange(operation, rawInput, options),
    );
  }

  /** Checks the connections to Redis. @throws Error if requests cannot be sent or replies not received */
  async check(): Promise<void> {
    if (this.subscriber.status !== 'ready') throw new Error('not subscribed');
    await this.commands.ping();
  }

  async close(): Promise<void> {
    await Promise.all([closeRedis(this.commands), closeRedis(this.subscriber)]);
  }

  private async exchange<O extends Operation>(
    operation: O,
    rawInput: unknown,
    options: CallOptions,
  ): Promise<OutputOf<O>> {
    const longest = this.options.longestDeadline ?? defaultDeadline;
    const budget = Math.min(options.deadline ?? longest, longest);
    const request = this.requestFor(operation, rawInput, options, Date.now() + budget);
    const answered = new Promise<ReplyEnvelope>((resolve) => this.waiting.set(request.id, { resolve }));
    let resend: NodeJS.Timeout | undefined;
    const started = performance.now();
    let outcome: Outcome = 'ok';
    const exchange = async () => {
      await this.send(operation, request);
      const isPending = this.waiting.has(request.id);
      if (operation.method === 'GET' && isPending)
        resend = setTimeout(() => this.resend(operation, request), budget / 2);
      return answered;
    };
    try {
      const reply = await withTimeout(exchange(), budget, () => new ProblemError('unavailable'));
      if ('problem' in reply) throw fromWire(reply);
      return reply.result as OutputOf<O>;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      calls.observe({ target: operation.service, outcome }, secondsSince(started));
      clearTimeout(resend);
      this.waiting.delete(request.id);
    }
  }

  private requestFor(operation: Operation, payload: unknown, options: CallOptions, deadline: number): RequestEnvelope {
    const pattern = operationKey(operation);
    const { idempotencyKey, requestId, actor, auditId, client } = options;
    const traceparent = activeTraceparent();
    return {
      id: randomUUID(),
      pattern,
      payload,
      deadline,
      sent_at: Date.now(),
      request_id: requestId,
      actor: actor ?? null,
      record_id: operation.creates ? (idempotencyKey ? derivedId(pattern, idempotencyKey) : newId()) : '',
      body_hash: operation.creates ? bodyHash(payload) : '',
      reply: this.channel,
      ...(auditId !== undefined && { audit_id: auditId }),
      ...(client !== undefined && { client }),
      ...(traceparent !== undefined && { traceparent }),
    };
  }

  private async send(operation: Operation, request: RequestEnvelope): Promise<void> {
    const depthLimit = this.options.depthLimit ?? defaultDepthLimit;
    let accepted: boolean;
    try {
      // Without the subscription the reply would be lost.
      await Promise.all([
        whenReady(this.commands, reconnectTimeout),
        whenReady(this.subscriber, reconnectTimeout),
        this.subscribed,
      ]);
      accepted = await pushRequest(this.commands, requestList(operation.service), request, depthLimit);
    } catch (error) {
      throw new ProblemError('unavailable', { cause: error });
    }
    if (!accepted) throw new ProblemError('saturated', { retryAfter: 1 });
  }

  private resend(operation: Operation, request: RequestEnvelope): void {
    this.send(operation, request).catch((error: unknown) =>
      this.options.logger.debug({ err: error, request_id: request.request_id }, 'rpc resend failed'),
    );
  }

  private receive(message: string): void {
    const reply = JSON.parse(message) as ReplyEnvelope;
    this.waiting.get(reply.id)?.resolve(reply);
  }
}
