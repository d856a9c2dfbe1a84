import { type LiveChange, liveStream, liveStreamLength } from '@docfolio/contracts/core/live';
import type { Redis } from 'ioredis';

/** Appends changes that no event announces to the stream that open CRM tabs read. @throws Error without Redis */
export async function announceLive(redis: Redis, changes: readonly LiveChange[]): Promise<void> {
  if (changes.length === 0) return;
  const pipeline = redis.pipeline();
  for (const change of changes) {
    pipeline.xadd(liveStream, 'MAXLEN', '~', liveStreamLength, '*', 'change', JSON.stringify(change));
  }
  const failed = (await pipeline.exec())?.find(([error]) => error)?.[0];
  if (failed) throw failed;
}
