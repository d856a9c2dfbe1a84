import type { SystemStorage } from '@docfolio/contracts/entities/system';
import type { StoredBytes } from '@docfolio/process/system/process-report';
import { type FoundFlaw, readRedisFlaws } from '@docfolio/service-kit/redis-requirements';
import type { Redis } from 'ioredis';
import type { Reports } from './process-reports.js';

/** Returns the size of databases and images, as the services reported them. */
export function reportedStorage({ running }: Reports): SystemStorage[] {
  // Replicas of a service share its stores.
  const services = [...running.values()];
  const latest = (figure: 'database' | 'images') =>
    services.flatMap((replicas) => replicas.flatMap(({ figures }) => figures[figure] ?? []).slice(-1));
  return (['database', 'images'] as const).flatMap((name) => {
    const stores = latest(name);
    return stores.length === 0 ? [] : [{ name, ...combined(stores) }];
  });
}

/** Databases may be on one disk, so that its free space counts once. */
function combined(stores: readonly StoredBytes[]): Pick<SystemStorage, 'used' | 'limit'> {
  const used = stores.reduce((sum, store) => sum + store.used, 0);
  const free = stores.map((store) => store.free).filter((bytes) => bytes !== null);
  return { used, limit: free.length === 0 ? null : used + Math.min(...free) };
}

export interface RedisState {
  storage: SystemStorage;
  flaws: FoundFlaw[];
}

/** @throws Error if Redis is unavailable */
export async function redisState(redis: Redis): Promise<RedisState> {
  const info = await redis.info();
  const value = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const storage: SystemStorage = { name: 'redis', used: value('used_memory'), limit: value('maxmemory') || null };
  return { storage, flaws: await readRedisFlaws(redis, info) };
}

/** Returns the number of dead letters that services report. */
export function deadLettersIn({ running }: Reports): number {
  const perService = [...running.values()].map((replicas) =>
    Math.max(0, ...replicas.map(({ figures }) => figures.dead_letters ?? 0)),
  );
  return perService.reduce((sum, count) => sum + count, 0);
}
