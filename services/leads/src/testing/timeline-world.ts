import { randomUUID } from 'node:crypto';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import { type TimelineEntry, timeline } from '@docfolio/contracts/entities/timeline';
import { type EventData, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { queuedEvents } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type LeadsWorld, startLeadsWorld } from './leads-world.js';

/** A running leads service, and access to the queue of the events that it handles. */
export interface TimelineWorld extends LeadsWorld {
  redis: ReturnType<typeof connectRedis>;
  /** Returns the events in the queue, handled or not. */
  heard(): Promise<EventData[]>;
  /** Publishes an event as another service would. */
  tell<E extends DomainEvent>(event: E, payload: PayloadOf<E>, id?: string): Promise<EventData>;
  /** Delivers an event a second time. */
  tellAgain(event: EventData): Promise<void>;
  /** Returns whether every event has been handled. */
  isQuiet(): Promise<boolean>;
  /** Waits for `count` entries of a timeline and returns them, oldest first. */
  entriesOf(id: string, count: number): Promise<TimelineEntry[]>;
}

export async function startTimelineWorld(): Promise<TimelineWorld> {
  const world = await startLeadsWorld();
  const redis = connectRedis(world.redisUrl, 'commands', createLogger('test', 'silent'));
  const events = openQueue<EventData>(eventQueue('leads'), redis);
  const add = (data: EventData) => events.add(data.name, data, { ...durableJob, jobId: randomUUID() });
  const list = async (id: string) => (await world.rpc.call(timeline.list, { id, sort: 'at', limit: 100 }, ask())).items;
  const own: Omit<TimelineWorld, Exclude<keyof LeadsWorld, 'stop'>> = {
    redis,
    heard: () => queuedEvents(events),
    tell: async (event, payload, id = randomUUID()) => {
      const data = { event_id: id, name: event.name, payload, occurred_at: new Date().toISOString() };
      await add(data);
      return data;
    },
    tellAgain: async (event) => {
      await add(event);
    },
    isQuiet: async () => {
      const counts = await events.getJobCounts('wait', 'active', 'delayed', 'prioritized');
      return Object.values(counts).every((count) => count === 0);
    },
    entriesOf: async (id, count) => {
      let entries: TimelineEntry[] = [];
      await waitFor(`${count} entries`, async () => {
        entries = await list(id);
        return entries.length >= count;
      });
      return entries;
    },
    stop: async () => {
      await events.close();
      await closeRedis(redis);
      await world.stop();
    },
  };
  // Not a copy: the world of a batch has its members in its prototype.
  return Object.assign(Object.create(world) as LeadsWorld, own);
}
