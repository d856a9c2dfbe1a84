import type { SystemError } from '@docfolio/contracts/entities/system';
import { errorsKey, maxErrors } from '@docfolio/process/system/process-report';
import { recordedError } from '@docfolio/process/system/recent-errors';
import type { Redis } from 'ioredis';
import { processNames } from './process-reports.js';
import { readStored } from './stored-json.js';

/** ms for which errors are listed and stored. */
const lifetime = 24 * 60 * 60_000;
const maxGroups = 50;

/** Returns the errors of the last 24 hours, grouped, latest first; at most 50. @throws Error if Redis is unavailable */
export async function readErrors(redis: Redis, now: number): Promise<SystemError[]> {
  const groups = new Map<string, SystemError>();
  const from = String(now - lifetime);
  const streams = await Promise.all(
    processNames.map((service) => redis.xrevrange(errorsKey(service), '+', from, 'COUNT', maxErrors)),
  );
  for (const [index, entries] of streams.entries()) {
    const service = processNames[index]!;
    for (const [, [, value = '']] of entries) {
      const error = readStored(recordedError, value);
      if (!error) continue;
      const { name, message, count, at, request_id } = error;
      const key = `${service}\n${name}\n${message}`;
      const group = groups.get(key);
      if (!group) groups.set(key, { service, name, message, count, last_at: at, request_id });
      else {
        group.count += count;
        if (at > group.last_at) Object.assign(group, { last_at: at, request_id });
      }
    }
  }
  return [...groups.values()].sort((a, b) => (a.last_at < b.last_at ? 1 : -1)).slice(0, maxGroups);
}

/** Removes errors that are no longer listed. */
export async function trimErrors(redis: Redis, now: number): Promise<void> {
  const from = String(now - lifetime);
  await Promise.all(processNames.map((service) => redis.xtrim(errorsKey(service), 'MINID', '~', from)));
}
