import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import { type LiveChange, liveChange, liveStream } from '@docfolio/contracts/core/live';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';

/** Events and change notifications that the service has published, read from Redis. */
export interface RaisedEvents {
  /** Waits for `count` events of a record and returns their payloads in order. @throws Error after a timeout */
  of<E extends DomainEvent>(event: E, id: string, count: number): Promise<PayloadOf<E>[]>;
  /** Waits for `count` change notifications of a record. */
  live(id: string, count: number): Promise<LiveChange[]>;
  close(): Promise<void>;
}

/** Watches published events. @param subscriber service whose queue is read */
export function watchEvents(redisUrl: string, subscriber: ServiceName = 'leads'): RaisedEvents {
  const redis = connectRedis(redisUrl, 'commands', createLogger('test', 'silent'));
  const queue = openQueue(eventQueue(subscriber), redis);
  const raised = async (event: DomainEvent, id: string) =>
    (await queuedPayloads(queue, event)).filter((payload) => (payload as { id?: string }).id === id);
  const told = async (id: string) =>
    (await redis.xrange(liveStream, '-', '+'))
      .map(([, fields]) => liveChange.parse(JSON.parse(fields[1]!)))
      .filter((change) => change.id === id);
  const once = async <T>(what: string, count: number, read: () => Promise<T[]>) => {
    let seen: T[] = [];
    await waitFor(`${what} ${count} times`, async () => {
      seen = await read();
      return seen.length >= count;
    });
    return seen;
  };
  return {
    of: async (event, id, count) => (await once(event.name, count, () => raised(event, id))) as never,
    live: (id, count) => once(`the live stream tells of ${id}`, count, () => told(id)),
    close: async () => {
      await queue.close();
      await closeRedis(redis);
    },
  };
}
