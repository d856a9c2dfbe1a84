import type { SystemTrouble } from '@docfolio/contracts/entities/system';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { readStored } from './stored-json.js';

const stateKey = 'docfolio:system:state';
/** ms without a check after which nobody knows what happened: the platform was stopped. */
const longestGap = 10 * 60_000;

const time = z.iso.datetime();

/** What the last check found. */
export const systemState = z.object({
  checked_at: time,
  working_since: time.nullable(),
  /** When each trouble was first found, by code and subject. */
  since: z.record(z.string(), time),
});
export type SystemState = z.output<typeof systemState>;

const keyOf = ({ code, subject }: SystemTrouble) => `${code} ${subject}`;

/** Returns the state after a check. */
export function nextState(before: SystemState | undefined, troubles: readonly SystemTrouble[], now: Date): SystemState {
  const at = now.toISOString();
  const known = before && now.getTime() - Date.parse(before.checked_at) <= longestGap ? before : undefined;
  const since = troubles.map((found) => [keyOf(found), known?.since[keyOf(found)] ?? found.since ?? at]);
  return {
    checked_at: at,
    working_since: troubles.length > 0 ? null : (known?.working_since ?? at),
    since: Object.fromEntries(since) as Record<string, string>,
  };
}

/** Returns troubles with the time since when they are known, where they do not say it themselves. */
export function withTimes(troubles: readonly SystemTrouble[], { since }: SystemState): SystemTrouble[] {
  return troubles.map((found) => ({ ...found, since: found.since ?? since[keyOf(found)] ?? null }));
}

const firstCheckKey = 'docfolio:system:first-check';

/** Returns when the system was checked first: about since when there is data. @throws Error if Redis is unavailable */
export async function firstCheck(redis: Redis, now: Date): Promise<string> {
  const at = now.toISOString();
  await redis.set(firstCheckKey, at, 'NX');
  return time.safeParse(await redis.get(firstCheckKey)).data ?? at;
}

export async function readState(redis: Redis): Promise<SystemState | undefined> {
  return readStored(systemState, await redis.get(stateKey));
}

export async function storeState(redis: Redis, state: SystemState): Promise<void> {
  await redis.set(stateKey, JSON.stringify(state));
}
