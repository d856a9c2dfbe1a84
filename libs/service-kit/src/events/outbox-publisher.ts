import type { CacheTag } from '@docfolio/contracts/cache';
import type { DomainEvent } from '@docfolio/contracts/event';
import { domainEvents } from '@docfolio/contracts/events';
import type { LiveChange } from '@docfolio/contracts/live';
import type { ServiceName } from '@docfolio/contracts/operation';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import type { Logger } from '../logging.js';
import type { TypedModel } from '../mongo/typed-model.js';
import { durableJob, openQueue } from '../queue.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { announceInvalidation } from './cache-announcement.js';
import { type EventData, eventJobId, eventQueue } from './event-queue.js';
import { announceLive } from './live-announcement.js';
import type { OutboxEntry } from './outbox.js';

/** Age in ms from which the sweeper publishes an event that is still in the outbox of its document. */
export const leftBehind = 5_000;
/** ms that a stored write waits for the invalidation of caches before it is acknowledged. */
const invalidationTimeout = 500;
/** ms that publishing in the background waits for the connection to Redis. */
const publishTimeout = 2_000;
const sweepSize = 100;

export interface OutboxPublisherOptions {
  redisUrl: string;
  logger: Logger;
  events?: readonly DomainEvent[] | undefined;
}

interface WithOutbox {
  _id: unknown;
  outbox: OutboxEntry[];
}

/** Publishes events from the outboxes of documents to caches, open CRM tabs and the queues of subscribing services. */
export class OutboxPublisher {
  private readonly redis: Redis;
  private readonly events: Map<string, DomainEvent>;
  private readonly queues = new Map<ServiceName, Queue<EventData>>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(private readonly options: OutboxPublisherOptions) {
    this.redis = connectRedis(options.redisUrl, 'commands', options.logger);
    this.events = new Map((options.events ?? domainEvents).map((event) => [event.name, event]));
  }

  /**
   * Invalidates caches that a write affects. Await it before acknowledging the write. Never rejects, takes up to 0.5 s.
   * @returns false if it failed or is still running: publishing the entries then invalidates again
   */
  async invalidateCaches(entries: readonly OutboxEntry[]): Promise<boolean> {
    const tags = this.staleTagsOf(entries);
    if (tags.length === 0) return true;
    try {
      await withTimeout(this.invalidate(tags), invalidationTimeout);
      return true;
    } catch (error) {
      this.options.logger.warn({ err: error, tags }, 'cache invalidation delayed');
      return false;
    }
  }

  /** Publishes outbox entries in the background; the sweeper retries. @param invalidated by `invalidateCaches` */
  publishSoon<Doc>(model: OutboxModel<Doc>, id: unknown, entries: readonly OutboxEntry[], invalidated = false): void {
    if (entries.length === 0) return;
    const publishing = this.publish(model, id, entries, invalidated)
      .catch((error: unknown) =>
        this.options.logger.warn({ err: error }, 'event not published, left to the outbox sweeper'),
      )
      .finally(() => this.inFlight.delete(publishing));
    this.inFlight.add(publishing);
  }

  /**
   * Publishes entries of a document's outbox, then removes them: invalidates caches unless `invalidated`, notifies open
   * CRMs, queues the events for their subscribers. @throws Error if Redis or MongoDB is unavailable
   */
  async publish<Doc>(
    model: OutboxModel<Doc>,
    id: unknown,
    entries: readonly OutboxEntry[],
    invalidated = false,
  ): Promise<void> {
    const tags = invalidated ? [] : this.staleTagsOf(entries);
    if (tags.length > 0) await this.invalidate(tags);
    await this.notifyLive(entries);
    for (const entry of entries) await this.enqueue(entry);
    const ids = entries.map((entry) => entry.id);
    await outboxOf(model).updateOne({ _id: id }, { $pull: { outbox: { id: { $in: ids } } } });
  }

  /** Publishes outboxes with an entry that is at least `age` ms old. Index: `outbox`. @returns events published */
  async sweep<Doc>(model: OutboxModel<Doc>, age = leftBehind): Promise<number> {
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
        // Raised by a newer version that was rolled back: these events stay until that version runs again.
        if (known.length < outbox.length) this.options.logger.error({ record: _id }, 'unknown event in outbox');
        if (known.length === 0) continue;
        await this.publish(model, _id, known);
        published += known.length;
      }
      if (left.length < sweepSize || published === before) return published;
    }
  }

  /** Notifies open CRMs of changes without an outbox. Never rejects. Takes up to 2.5 s, or 0.5 s while disconnected. */
  async notifyOpenCrms(changes: readonly LiveChange[]): Promise<void> {
    try {
      await whenReady(this.redis, invalidationTimeout);
      await announceLive(this.redis, changes);
    } catch (error) {
      this.options.logger.warn({ err: error, topics: changes.map(({ topic }) => topic) }, 'live notification failed');
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.inFlight);
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await closeRedis(this.redis);
  }

  private staleTagsOf(entries: readonly OutboxEntry[]): CacheTag[] {
    return [...new Set(entries.flatMap(({ name }) => this.events.get(name)?.drops ?? []))];
  }

  private async invalidate(tags: readonly CacheTag[]): Promise<void> {
    await whenReady(this.redis, invalidationTimeout);
    await announceInvalidation(this.redis, tags);
  }

  private async notifyLive(entries: readonly OutboxEntry[]): Promise<void> {
    const changes = entries.flatMap((entry) => this.changesOf(entry));
    if (changes.length === 0) return;
    await whenReady(this.redis, publishTimeout);
    await announceLive(this.redis, changes);
  }

  /** Returns the changes of an event to send to open CRMs; none if its payload does not match the current schema. */
  private changesOf({ id, name, payload }: OutboxEntry): LiveChange[] {
    const event = this.events.get(name);
    if (!event?.live) return [];
    const parsed = event.payload.safeParse(payload);
    if (parsed.success) return event.live(parsed.data);
    this.options.logger.error({ event: name, id }, 'live notification impossible, event payload invalid');
    return [];
  }

  private async enqueue(entry: OutboxEntry): Promise<void> {
    const event = this.events.get(entry.name);
    if (!event) throw new Error(`No event is called ${entry.name}`);
    await whenReady(this.redis, publishTimeout);
    const { id, name, payload, at } = entry;
    const data: EventData = { event_id: id, name, payload, occurred_at: at.toISOString() };
    for (const subscriber of event.subscribers) {
      await this.queue(subscriber).add(name, data, {
        ...durableJob,
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

type OutboxModel<Doc> = Model<Doc> | TypedModel<Doc>;

function outboxOf<Doc>(model: OutboxModel<Doc>): Model<WithOutbox> {
  return model as unknown as Model<WithOutbox>;
}
