import type { DomainEvent } from '@docfolio/contracts/core/event';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { parseOrThrow } from '@docfolio/contracts/core/problem';
import { inSpan } from '@docfolio/process/tracing/tracer';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { MarkedMethod } from '../discovery.js';
import { DurableWorker } from '../durable-worker.js';
import { type Logger, requestContext } from '../logging.js';
import { durableJob, openQueue } from '../queue.js';
import { type EventData, type EventJobData, eventJob, eventQueue, eventsOf } from './event-queue.js';
import type { EventMeta } from './on-event.js';

/** Jobs that run concurrently, with up to 32 events each. */
const concurrency = 8;
/** ms after which an event of a group whose handler failed runs again, in a job of its own. */
const retryDelay = 500;

/** Returns the handlers by event name. @throws Error if an event has none or two, or isn't subscribed to */
export function eventHandlers(
  subscribed: readonly DomainEvent[],
  marked: readonly MarkedMethod<DomainEvent>[],
): Map<string, MarkedMethod<DomainEvent>> {
  const handlers = new Map<string, MarkedMethod<DomainEvent>>();
  for (const handler of marked) {
    const { name } = handler.mark;
    if (!subscribed.some((event) => event.name === name))
      throw new Error(`${handler.name} handles ${name}, which this service does not subscribe to`);
    const other = handlers.get(name);
    if (other) throw new Error(`${name} has two handlers: ${other.name} and ${handler.name}`);
    handlers.set(name, handler);
  }
  const missing = subscribed.filter((event) => !handlers.has(event.name)).map((event) => event.name);
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`);
  return handlers;
}

/** Runs a service's event handlers, retrying each event until its handler succeeds. */
export class EventSubscriber {
  private readonly worker: DurableWorker<EventJobData>;
  private readonly queue: Queue<EventJobData>;

  constructor(
    private readonly service: ServiceName,
    private readonly handlers: Map<string, MarkedMethod<DomainEvent>>,
    connection: Redis,
    private readonly logger: Logger,
  ) {
    this.queue = openQueue<EventJobData>(eventQueue(service), connection);
    this.worker = new DurableWorker<EventJobData>(eventQueue(service), (job) => this.handle(job), {
      connection,
      logger,
      concurrency,
    });
    this.worker.on('failed', (job, error) =>
      logger.warn({ event: job?.name, job: job?.id, err: error }, 'event handler failed, will retry'),
    );
  }

  start(): void {
    this.worker.start();
  }

  async close(): Promise<void> {
    await this.worker.stop();
    await this.queue.close();
  }

  /** Handles a job's events concurrently. Of several, those that fail get jobs of their own. @throws Error to retry */
  private async handle(job: Job<EventJobData>): Promise<void> {
    const events = eventsOf(job.data);
    const [only] = events;
    if (only && events.length === 1) return this.handleOne(only, job.attemptsMade + 1);
    const outcomes = await Promise.allSettled(events.map((event) => this.handleOne(event, 1)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') await this.retry(events[index]!, outcome.reason);
    }
  }

  private async retry(event: EventData, reason: unknown): Promise<void> {
    const [name, data, id] = eventJob([event], this.service);
    this.logger.warn({ event: name, job: id, err: reason }, 'event handler failed, will retry');
    await this.queue.add(name, data, { ...durableJob, jobId: id, delay: retryDelay });
  }

  private async handleOne(event: EventData, attempt: number): Promise<void> {
    const { event_id, name, payload, occurred_at, traceparent } = event;
    const handler = this.handlers.get(name);
    // Raised by a newer version of the platform: the job is retried until that version replaces this process.
    if (!handler) throw new Error(`${name} is unknown here`);
    const meta: EventMeta = { eventId: event_id, occurredAt: new Date(occurred_at) };
    const attributes = { 'docfolio.event': name, 'docfolio.attempt': attempt, request_id: event_id };
    // A trace of its own: it may begin long after that of the request, which did not wait for it.
    await inSpan(`event ${name}`, { kind: 'consumer', link: traceparent, attributes }, () =>
      requestContext.run({ requestId: event_id }, async () => {
        await handler.call(parseOrThrow(handler.mark.payload, payload), meta);
        this.logger.info({ event: name, attempt }, 'event handled');
      }),
    );
  }
}
