import type { DomainEvent } from '@docfolio/contracts/event';
import type { ServiceName } from '@docfolio/contracts/operation';
import { parseOrThrow } from '@docfolio/contracts/problem';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { MarkedMethod } from '../discovery.js';
import { type Logger, requestContext } from '../logging.js';
import { closeWorker, durableWorker } from '../queue.js';
import { type EventData, eventData, eventQueue } from './event-queue.js';
import type { EventMeta } from './on-event.js';

const concurrency = 8;

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
  private readonly worker: Worker<EventData>;

  constructor(
    service: ServiceName,
    private readonly handlers: Map<string, MarkedMethod<DomainEvent>>,
    private readonly connection: Redis,
    private readonly logger: Logger,
  ) {
    this.worker = new Worker<EventData>(eventQueue(service), (job) => this.handle(job), {
      ...durableWorker,
      connection,
      concurrency,
      autorun: false,
    });
    this.worker.on('failed', (job, error) =>
      logger.warn({ event: job?.name, job: job?.id, err: error }, 'event handler failed, will retry'),
    );
    this.worker.on('error', (error) => logger.debug({ err: error }, 'event worker'));
  }

  start(): void {
    this.worker.run().catch((error: unknown) => this.logger.error({ err: error }, 'event worker ended'));
  }

  close(): Promise<void> {
    return closeWorker(this.worker, this.connection);
  }

  private async handle(job: Job<EventData>): Promise<void> {
    const { event_id, name, payload, occurred_at } = eventData.parse(job.data);
    const handler = this.handlers.get(name);
    // Raised by a newer version of the platform: the job is retried until that version replaces this process.
    if (!handler) throw new Error(`${name} is unknown here`);
    const meta: EventMeta = { eventId: event_id, occurredAt: new Date(occurred_at) };
    await requestContext.run({ requestId: event_id }, async () => {
      await handler.call(parseOrThrow(handler.mark.payload, payload), meta);
      this.logger.info({ event: name, attempt: job.attemptsMade + 1 }, 'event handled');
    });
  }
}
