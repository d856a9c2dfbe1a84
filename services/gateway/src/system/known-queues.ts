import { queueName } from '@docfolio/contracts/entities/system';
import { workedQueue } from '@docfolio/process/system/process-report';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Reports } from './process-reports.js';
import { readStored } from './stored-json.js';

/** Hash of the queues that processes have reported, by name: those of a process that is down hold its jobs. */
const queuesKey = 'docfolio:system:queues';

const knownQueue = workedQueue.extend({ name: queueName, service: z.string() });
export type KnownQueue = z.output<typeof knownQueue>;

/** Returns the queues that processes report or have reported. @throws Error if Redis is unavailable */
export async function readKnownQueues(redis: Redis, reports: Reports): Promise<KnownQueue[]> {
  const stored = Object.values(await redis.hgetall(queuesKey)).flatMap((value) => readStored(knownQueue, value) ?? []);
  const reported = reportedIn(reports);
  const isNew = (queue: KnownQueue) => !stored.some((known) => JSON.stringify(known) === JSON.stringify(queue));
  const fresh = reported.filter(isNew);
  if (fresh.length > 0)
    await redis.hset(queuesKey, Object.fromEntries(fresh.map((queue) => [queue.name, JSON.stringify(queue)])));
  const all = new Map([...stored, ...reported].map((queue) => [queue.name, queue]));
  return [...all.values()].sort(byServiceAndName);
}

/** Returns whether a queue is one of an earlier version: its service runs, and no replica works on it. */
export function isAbandoned({ name, service }: KnownQueue, { running }: Reports): boolean {
  const replicas = [...running].flatMap(([process, reports]) => (process === service ? reports : []));
  return replicas.length > 0 && !replicas.some(({ queues }) => queues.some((queue) => queue.name === name));
}

export async function forgetQueue(redis: Redis, name: string): Promise<void> {
  await redis.hdel(queuesKey, name);
}

function reportedIn({ running }: Reports): KnownQueue[] {
  const queues = [...running].flatMap(([service, replicas]) =>
    replicas.flatMap((replica) =>
      replica.queues.flatMap((queue) => knownQueue.safeParse({ ...queue, service }).data ?? []),
    ),
  );
  return [...new Map(queues.map((queue) => [queue.name, queue])).values()];
}

function byServiceAndName(a: KnownQueue, b: KnownQueue): number {
  return a.service.localeCompare(b.service) || a.name.localeCompare(b.name);
}
