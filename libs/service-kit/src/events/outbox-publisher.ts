import type { CacheTag } from '@docfolio/contracts/core/cache';
import type { DomainEvent } from '@docfolio/contracts/core/event';
import type { LiveChange } from '@docfolio/contracts/core/live';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { recordAudited, recordsPurged } from '@docfolio/contracts/entities/audit';
import { domainEvents } from '@docfolio/contracts/events';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import { groupCalls } from '../group-calls.js';
import type { Logger } from '../logging.js';
import type { TypedModel } from '../mongo/typed-model.js';
import { durableJob, openQueue } from '../queue.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { announceInvalidation } from './cache-announcement.js';
import { type EventData, type EventJobData, eventJob, eventQueue } from './event-queue.js';
import { announceLive } from './live-announcement.js';
import { type OutboxEntry, occurred } from './outbox.js';

/** Age in ms from which the sweeper publishes an event that is still in the outbox of its document. */
export const leftBehind = 5_000;
/** ms that a stored write waits for the invalidation of caches before it is acknowledged. */
const invalidationTimeout = 500;
/** ms that publishing in the background waits for the connection to Redis. */
const publishTimeout = 2_000;
/** ms that an event waits for others, to be published with them. The write that raised it is already acknowledged. */
const publishWindow = 10;
/** The same for changes for the audit trail, which nobody waits for: a job of many costs little more than a job of one. */
const auditWindow = 500;
const sweepSize = 100;
/** Events per job. */
const jobSize = 32;

export interface OutboxPublisherOptions {
  redisUrl: string;
  logger: Logger;
  events?: readonly DomainEvent[] | undefined;
}

interface WithOutbox {
  _id: unknown;
  outbox: OutboxEntry[];
}

/** Entries of one document's outbox. */
interface Published {
  id: unknown;
  entries: readonly OutboxEntry[];
  /** Whether `invalidateCaches` has invalidated the caches. */
  invalidated: boolean;
}

type Publish = (published: Published) => Promise<void>;

/** Publishes events from the outboxes of documents to caches, open CRM tabs and the queues of subscribing services. */
export class OutboxPublisher {
  private readonly redis: Redis;
  private readonly events: Map<string, DomainEvent>;
  private readonly queues = new Map<ServiceName, Queue<EventJobData>>();
  private readonly groups = new WeakMap<object, Publish>();
  private readonly auditGroups = new WeakMap<object, Publish>();
  private readonly inFlight = new Set<Promise<void>>();
  /** Time in ms at which publishing in the background last failed. */
  private lastFailure = 0;

  constructor(private readonly options: OutboxPublisherOptions) {
    this.redis = connectRedis(options.redisUrl, 'commands', options.logger);
    // Those of the kit itself, too, where a test limits the others.
    const events = [...(options.events ?? domainEvents), recordAudited, recordsPurged];
    this.events = new Map(events.map((event) => [event.name, event]));
  }

  /** When publishing in the background last failed, in ms since 1970; 0 if it never did. */
  get failedAt(): number {
    return this.lastFailure;
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
    const isAudit = ({ name }: OutboxEntry) => name === recordAudited.name;
    const others = entries.filter((entry) => !isAudit(entry));
    this.publishInBackground(this.groupOf(this.groups, model, publishWindow), { id, entries: others, invalidated });
    this.publishInBackground(this.groupOf(this.auditGroups, model, auditWindow), {
      id,
      entries: entries.filter(isAudit),
      invalidated,
    });
  }

  private publishInBackground(publish: Publish, published: Published): void {
    if (published.entries.length === 0) return;
    const publishing = publish(published)
      .catch((error: unknown) => {
        this.lastFailure = Date.now();
        this.options.logger.warn({ err: error }, 'event not published, left to the outbox sweeper');
      })
      .finally(() => this.inFlight.delete(publishing));
    this.inFlight.add(publishing);
  }

  /**
   * Publishes entries of a document's outbox, then removes them: invalidates caches unless `invalidated`, notifies open
   * CRMs, queues the events for their subscribers. @throws Error if Redis or MongoDB is unavailable
   */
  publish<Doc>(
    model: OutboxModel<Doc>,
    id: unknown,
    entries: readonly OutboxEntry[],
    invalidated = false,
  ): Promise<void> {
    return this.publishAll(model, [{ id, entries, invalidated }]);
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
      const found: Published[] = [];
      for (const { _id, outbox } of left) {
        const known = outbox.filter(({ name }) => this.events.has(name));
        // Raised by a newer version that was rolled back: these events stay until that version runs again.
        if (known.length < outbox.length) this.options.logger.error({ record: _id }, 'unknown event in outbox');
        if (known.length === 0) continue;
        found.push({ id: _id, entries: known, invalidated: false });
        published += known.length;
      }
      if (found.length > 0) await this.publishAll(model, found);
      if (left.length < sweepSize || published === before) return published;
    }
  }

  /**
   * Queues the erasure of records' values from the audit trail. Await it before purging them: no outbox remains that could
   * repeat it. @param kind collection @throws Error if Redis is unavailable
   */
  async announcePurge(kind: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await whenReady(this.redis, publishTimeout);
    await this.enqueue([occurred(recordsPurged, { kind, ids: [...ids] }).entry]);
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

  private groupOf<Doc>(groups: WeakMap<object, Publish>, model: OutboxModel<Doc>, window: number): Publish {
    let group = groups.get(model);
    if (!group) {
      const publishAll = async (all: readonly Published[]) => {
        await this.publishAll(model, all);
        return [];
      };
      group = groupCalls(publishAll, { window });
      groups.set(model, group);
    }
    return group;
  }

  private async publishAll<Doc>(model: OutboxModel<Doc>, all: readonly Published[]): Promise<void> {
    const tags = this.staleTagsOf(all.flatMap(({ entries, invalidated }) => (invalidated ? [] : entries)));
    if (tags.length > 0) await this.invalidate(tags);
    const entries = all.flatMap((published) => published.entries);
    await whenReady(this.redis, publishTimeout);
    await Promise.all([this.notifyLive(entries), this.enqueue(entries)]);
    const ids = entries.map(({ id }) => id);
    const documents = all.map(({ id }) => id);
    await outboxOf(model).updateMany({ _id: { $in: documents } }, { $pull: { outbox: { id: { $in: ids } } } });
  }

  private notifyLive(entries: readonly OutboxEntry[]): Promise<void> {
    return announceLive(
      this.redis,
      entries.flatMap((entry) => this.changesOf(entry)),
    );
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

  private async enqueue(entries: readonly OutboxEntry[]): Promise<void> {
    const bySubscriber = new Map<ServiceName, EventData[]>();
    for (const { id, name, payload, at, traceparent } of entries) {
      const event = this.events.get(name);
      if (!event) throw new Error(`No event is called ${name}`);
      const data: EventData = {
        ...{ event_id: id, name, payload, occurred_at: at.toISOString() },
        ...(traceparent !== undefined && { traceparent }),
      };
      for (const subscriber of event.subscribers)
        bySubscriber.set(subscriber, [...(bySubscriber.get(subscriber) ?? []), data]);
    }
    await Promise.all([...bySubscriber].map(([subscriber, events]) => this.deliver(events, subscriber)));
  }

  private async deliver(events: readonly EventData[], subscriber: ServiceName): Promise<void> {
    for (let from = 0; from < events.length; from += jobSize) {
      const [name, data, id] = eventJob(events.slice(from, from + jobSize), subscriber);
      await this.queue(subscriber).add(name, data, { ...durableJob, jobId: id });
    }
  }

  private queue(subscriber: ServiceName): Queue<EventJobData> {
    let queue = this.queues.get(subscriber);
    if (!queue) {
      queue = openQueue<EventJobData>(eventQueue(subscriber), this.redis);
      this.queues.set(subscriber, queue);
    }
    return queue;
  }
}

type OutboxModel<Doc> = Model<Doc> | TypedModel<Doc>;

function outboxOf<Doc>(model: OutboxModel<Doc>): Model<WithOutbox> {
  return model as unknown as Model<WithOutbox>;
}
