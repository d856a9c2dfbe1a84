import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { counter, histogram, requestBuckets } from '@docfolio/process/metrics/instruments';
import { currentScope } from '@docfolio/process/scope';
import { inSpan } from '@docfolio/process/tracing/tracer';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import type { Logger } from '../logging.js';
import { toProblemError } from '../problem.js';
import { blockingTimeout, bootTimeout, closeRedis, connectRedis, whenReady } from '../redis.js';
import {
  defaultDeadline,
  type ReplyEnvelope,
  type RequestEnvelope,
  requestEnvelope,
  requestList,
  toWire,
} from './envelope.js';
import { addLocalService, type LocalRequest, type LocalService, removeLocalService } from './local-services.js';
import type { OperationRunner } from './operation-runner.js';
import { requestOf } from './request-list.js';

const queueWait = histogram({
  name: 'docfolio_rpc_queue_wait_seconds',
  help: 'Time that requests of other processes waited until this one took them.',
  buckets: requestBuckets,
});
const expired = counter({
  name: 'docfolio_rpc_expired_total',
  help: 'Requests of other processes that were dropped, because they waited beyond their deadline.',
});

const defaultConcurrency = 64;
/** Most requests to pop per command: enough to save round trips, few enough to share among replicas. */
const pullSize = 16;
/** Seconds of a pop while requests of other scopes wait: not longer than a round trip. 0 would be without an end. */
const shortestTimeout = 0.001;
/** ms between attempts to end a blocking pop at shutdown. */
const unblockInterval = 50;

export interface RpcServerOptions {
  service: ServiceName;
  redisUrl: string;
  runner: OperationRunner;
  logger: Logger;
  concurrency?: number;
}

/** Sends the reply to a request, as JSON. */
type SendReply = (request: RequestEnvelope, reply: string) => unknown;

/**
 * Serves the requests in a Redis list, each element at most once. Pops only what it has room to run now. In a scope it
 * also serves callers of other scopes, in the same way; what it pops then may exceed `concurrency` by one pull.
 */
export class RpcServer extends Server implements CustomTransportStrategy, LocalService {
  private readonly blocking: Redis;
  private readonly commands: Redis;
  private readonly concurrency: number;
  private readonly inFlight = new Set<Promise<void>>();
  private connectionId: number | undefined;
  private freed: (() => void) | undefined;
  /** Whether the requests in Redis have the next slot, although requests of other scopes wait for one. */
  private isSlotReserved = false;
  private stopping = false;
  private pulling: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private readonly isInScope = currentScope() !== undefined;
  /** Requests of other scopes that wait for room. */
  private readonly local: LocalRequest[] = [];
  /** Runs work without the caller's scope, trace and request: over Redis none of them would come along. */
  private readonly inOwnContext = AsyncLocalStorage.snapshot();

  constructor(private readonly options: RpcServerOptions) {
    super();
    this.concurrency = options.concurrency ?? defaultConcurrency;
    this.blocking = connectRedis(options.redisUrl, 'blocking', options.logger);
    this.commands = connectRedis(options.redisUrl, 'commands', options.logger);
    this.blocking.on('ready', () => void this.learnConnectionId());
  }

  override addHandler(pattern: unknown, callback: MessageHandler): void {
    this.options.runner.register(String(pattern), (input, context) => callback(input, context));
  }

  listen(callback: (error?: unknown) => void): void {
    this.connected(bootTimeout).then(() => {
      this.pulling = this.pull();
      if (this.isInScope) addLocalService(this.options.service, this);
      callback();
    }, callback);
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  offer(request: LocalRequest, depthLimit: number): boolean {
    if (this.local.length >= depthLimit) this.dropExpired();
    if (this.local.length >= depthLimit) return false;
    this.local.push(request);
    this.admit();
    return true;
  }

  /** Checks the connections to Redis. @throws Error if requests cannot be popped or replied to */
  async check(): Promise<void> {
    if (this.blocking.status !== 'ready') throw new Error('not connected');
    await this.commands.ping();
  }

  on(): void {
    throw new Error('The transport raises no events');
  }

  unwrap<T>(): T {
    return this.commands as T;
  }

  /** Waits up to `timeout` ms for both connections: a request that cannot be replied to must not be popped. */
  private async connected(timeout: number): Promise<void> {
    await Promise.all([whenReady(this.blocking, timeout), whenReady(this.commands, timeout)]);
  }

  private async pull(): Promise<void> {
    const list = requestList(this.options.service);
    while (!this.stopping) {
      const room = this.concurrency - this.inFlight.size;
      if (room <= 0) {
        await new Promise<void>((resolve) => {
          this.freed = resolve;
        });
        continue;
      }
      try {
        await this.connected(1_000);
        if (this.stopping) return;
        const timeout = this.isSlotReserved ? shortestTimeout : blockingTimeout;
        const popped = await this.blocking.blmpop(timeout, 1, list, 'LEFT', 'COUNT', Math.min(room, pullSize));
        for (const element of popped?.[1] ?? []) {
          this.accept(element, ({ reply: channel }, reply) => this.commands.publish(channel, reply));
        }
      } catch (error) {
        // The connection logs its own errors.
        this.options.logger.debug({ err: error }, 'pull failed');
      } finally {
        this.isSlotReserved = false;
        this.admit();
      }
    }
  }

  private accept(element: string, send: SendReply): void {
    const request = this.read(element);
    if (!request) return;
    const now = Date.now();
    const waited = waitOf(request, now);
    if (waited !== undefined) queueWait.observe({}, waited / 1_000);
    // After its deadline the caller has stopped waiting, and running the request would delay others.
    if (request.deadline <= now) {
      expired.add({});
      return;
    }
    this.run(request, waited, send);
  }

  /** Runs the requests of other scopes for which there is room. */
  private admit(): void {
    const slots = this.concurrency - (this.isSlotReserved ? 1 : 0);
    while (this.local.length > 0 && this.inFlight.size < slots) {
      const { element, reply } = this.local.shift()!;
      this.inOwnContext(() => this.accept(element, (_, text) => reply(text)));
    }
  }

  /** Drops requests past their deadline from the head of the requests of other scopes. */
  private dropExpired(): void {
    const now = Date.now();
    const first = this.local.findIndex(({ deadline }) => deadline > now);
    const dropped = this.local.splice(0, first === -1 ? this.local.length : first).length;
    // The caller's context has the caller's metrics.
    if (dropped > 0) this.inOwnContext(() => expired.add({}, dropped));
  }

  private run(request: RequestEnvelope, waited: number | undefined, send: SendReply): void {
    const served = this.serve(request, waited, send).finally(() => {
      this.inFlight.delete(served);
      this.releasePull();
      this.admit();
    });
    this.inFlight.add(served);
  }

  /** Lets a pull go on that waits for room. Without a slot of its own, waiting requests of other scopes would take each. */
  private releasePull(): void {
    if (!this.freed) return;
    this.freed();
    this.freed = undefined;
    const isConnected = [this.blocking, this.commands].every(({ status }) => status === 'ready');
    this.isSlotReserved = isConnected && this.local.length > 0;
  }

  private read(element: string): RequestEnvelope | undefined {
    try {
      return requestEnvelope.parse(requestOf(element));
    } catch (error) {
      this.options.logger.error({ err: error }, 'malformed rpc request dropped');
      return undefined;
    }
  }

  /** @param waited ms since the request was sent, undefined if unknown */
  private async serve(request: RequestEnvelope, waited: number | undefined, send: SendReply): Promise<void> {
    const reply = await this.answer(request, waited);
    try {
      await send(request, JSON.stringify(reply));
    } catch (error) {
      // The caller gets `unavailable` at its deadline.
      this.options.logger.warn({ err: error, request_id: request.request_id }, 'rpc reply not sent');
    }
  }

  private async answer(request: RequestEnvelope, waited: number | undefined): Promise<ReplyEnvelope> {
    const context = {
      operation: request.pattern,
      requestId: request.request_id,
      deadline: request.deadline,
      actor: request.actor,
      recordId: request.record_id,
      bodyHash: request.body_hash,
      auditId: request.audit_id,
      client: request.client,
    };
    try {
      const result = await inSpan(
        `operation ${this.options.runner.nameOf(request.pattern)}`,
        {
          kind: 'server',
          parent: request.traceparent,
          requestId: request.request_id,
          attributes: { request_id: request.request_id, 'docfolio.queue_wait_ms': waited },
        },
        () => this.options.runner.run(context, request.payload),
      );
      return { id: request.id, result };
    } catch (error) {
      return { id: request.id, ...toWire(toProblemError(error, this.options.logger), request.request_id) };
    }
  }

  private async finish(): Promise<void> {
    this.stopping = true;
    this.refuseLocal();
    this.freed?.();
    await this.wakePull();
    // Waits up to 4 s, the default deadline: callers do not wait longer.
    await Promise.race([Promise.allSettled(this.inFlight), after(defaultDeadline)]);
    await Promise.all([closeRedis(this.blocking), closeRedis(this.commands)]);
  }

  /** Takes no more requests of other scopes, and refuses those that wait. */
  private refuseLocal(): void {
    if (this.isInScope) removeLocalService(this.options.service);
    for (const { element, reply } of this.local.splice(0)) {
      const request = this.read(element);
      if (!request) continue;
      const refused = toWire(new ProblemError('unavailable'), request.request_id);
      reply(JSON.stringify({ id: request.id, ...refused } satisfies ReplyEnvelope));
    }
  }

  /** Ends the blocking pop: repeats CLIENT UNBLOCK, which ignores a pop not yet begun. Closing would lose requests. */
  private async wakePull(): Promise<void> {
    const ended = this.pulling?.then(() => true) ?? Promise.resolve(true);
    let done = false;
    while (!done) {
      if (this.connectionId !== undefined) {
        this.commands
          .client('UNBLOCK', this.connectionId, 'TIMEOUT')
          .catch((error: unknown) => this.options.logger.debug({ err: error }, 'unblock failed'));
      }
      done = await Promise.race([ended, after(unblockInterval)]);
    }
  }

  private async learnConnectionId(): Promise<void> {
    try {
      this.connectionId = await this.blocking.client('ID');
    } catch (error) {
      this.options.logger.debug({ err: error }, 'connection id not read');
    }
  }
}

/** Returns the ms since a request was sent; undefined if its caller does not say. */
function waitOf({ sent_at: sentAt }: RequestEnvelope, now: number): number | undefined {
  return sentAt === undefined ? undefined : Math.max(0, now - sentAt);
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
}
