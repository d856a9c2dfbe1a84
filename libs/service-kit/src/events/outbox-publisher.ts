import type { DomainEvent } from '@docfolio/contracts/event';
import { domainEvents } from '@docfolio/contracts/events';
import type { ServiceName } from '@docfolio/contracts/operation';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import type { Logger } from '../logging.js';
import { durableJob, openQueue } from '../queue.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { type EventData, eventJobId, eventQueue } from './event-queue.js';
import type { OutboxEntry } from './outbox.js';

/** Milliseconds that an event may stay in its document before the sweeper takes it for left behind. */
export const leftBehind = 5_000;
/** Seconds that a handled event is kept in its queue; published again within them it is not delivered again. */
const keepPublished = 60 * 60;
/** Documents that one sweep takes at a time. */
const sweepSize = 100;

export interface OutboxPublisherOptions {
  redisUrl: string;
  logger: Logger;
  /** The platform's events by default. */
  events?: readonly DomainEvent[] | undefined;
}

/** What the publisher needs of a model: documents with an outbox. */
interface WithOutbox {
  _id: unknown;
  outbox: OutboxEntry[];
}

/** Brings events from their documents to the subscribers' queues. */
export class OutboxPublisher {
  private readonly redis: Redis;
  private readonly events: Map<string, DomainEvent>;
  private readonly queues = new Map<ServiceName, Queue<EventData>>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly options: OutboxPublisherOptions) {
    this.redis = connectRedis(options.redisUrl, 'commands', options.logger);
    this.events = new Map((options.events ?? domainEvents).map((event) => [event.name, event]));
  }

  /**
   * Publishes what a write has just put into a document's outbox, without making the writer wait: the events are safe
   * where they are, and what cannot be published now the sweeper publishes later.
   */
  publishSoon<Doc>(model: Model<Doc>, id: unknown, entries: readonly OutboxEntry[]): void {
    if (entries.length === 0) return;
    const publishing = this.publish(model, id, entries)
      .catch((error: unknown) => this.options.logger.warn({ err: error }, 'event left to the sweeper'))
      .finally(() => this.underWay.delete(publishing));
    this.underWay.add(publishing);
  }

  /** Publishes entries of one document's outbox and takes them out. @throws Error while Redis or MongoDB is away */
  async publish<Doc>(model: Model<Doc>, id: unknown, entries: readonly OutboxEntry[]): Promise<void> {
    for (const entry of entries) await this.enqueue(entry);
    const ids = entries.map((entry) => entry.id);
    await outboxOf(model).updateOne({ _id: id }, { $pull: { outbox: { id: { $in: ids } } } });
  }

  /**
   * Publishes what crashes have left in a collection's outboxes. Index: `outbox`.
   * @param age milliseconds that an entry must have been there
   * @returns events published
   */
  async sweep<Doc>(model: Model<Doc>, age = leftBehind): Promise<number> {
    const documents = outboxOf(model);
    let published = 0;
    for (;;) {
      const left = await documents
        .find({ 'outbox.at': { $exists: true, $lte: new Date(Date.now() - age) } }, { outbox: 1 })
        .limit(sweepSize)
        .lean<WithOutbox[]>();
      const before = published;
      for (const { _id, outbox } of left) {
        const known = outbox.filter(({ name }) => this.events.has(name));
        // Left by a newer version that has been rolled back: kept for it, and in nobody's way.
        if (known.length < outbox.length) this.options.logger.error({ record: _id }, 'an event that nobody knows here');
        if (known.length === 0) continue;
        await this.publish(model, _id, known);
        published += known.length;
      }
      if (left.length < sweepSize || published === before) return published;
    }
  }

  /** Waits for what is under way, then closes. */
  async close(): Promise<void> {
    await Promise.all(this.underWay);
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await closeRedis(this.redis);
  }

  private async enqueue(entry: OutboxEntry): Promise<void> {
    const event = this.events.get(entry.name);
    if (!event) throw new Error(`No event is called ${entry.name}`);
    await whenReady(this.redis, 2_000);
    const { id, name, payload, at } = entry;
    const data: EventData = { event_id: id, name, payload, occurred_at: at.toISOString() };
    for (const subscriber of event.subscribers) {
      await this.queue(subscriber).add(name, data, {
        ...durableJob,
        removeOnComplete: { age: keepPublished },
        jobId: eventJobId(id, subscriber),
      });
    }
  }

  private queue(subscriber: ServiceName): Queue<EventData> {
    let queue = this.queues.get(subscriber);
    if (!queue) {
      queue = openQueue<EventData>(eventQueue(subscriber), this.redis);
      this.queues.set(subscriber, queue);
    }
    return queue;
  }
}

/** Publishes everything in a collection's outboxes, from a process that isn't a service (the admin's command line). */
export async function publishOutbox<Doc>(model: Model<Doc>, options: OutboxPublisherOptions): Promise<number> {
  const publisher = new OutboxPublisher(options);
  try {
    return await publisher.sweep(model, 0);
  } finally {
    await publisher.close();
  }
}

function outboxOf<Doc>(model: Model<Doc>): Model<WithOutbox> {
  return model as unknown as Model<WithOutbox>;
}
