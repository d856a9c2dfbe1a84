import { addCollector } from '@docfolio/process/metrics/collectors';
import { gauge } from '@docfolio/process/metrics/instruments';
import { backupKeys, backupNotes } from '@docfolio/service-kit/system/backup-notes';
import { Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { edgeRedisToken } from '../redis.module.js';

const backupTime = gauge({
  name: 'docfolio_backup_last_success_timestamp_seconds',
  help: 'When the last backup that succeeded began, in seconds since 1970. Absent without one. The same in all replicas.',
  aggregator: 'max',
});
const backupDuration = gauge({
  name: 'docfolio_backup_last_duration_seconds',
  help: 'How long the last backup that succeeded took. The same in all replicas.',
  aggregator: 'max',
});
const backupBytes = gauge({
  name: 'docfolio_backup_last_bytes',
  help: 'Size of the last backup that succeeded. The same in all replicas.',
  aggregator: 'max',
});
const backupFailed = gauge({
  name: 'docfolio_backup_failed',
  help: '1 if a backup has failed since the last that succeeded, else 0. The same in all replicas.',
  aggregator: 'max',
});
const redisMemory = gauge({
  name: 'docfolio_redis_memory_bytes',
  help: 'Memory that Redis uses, and its limit; no limit is absent. The same in all replicas.',
  labels: ['kind'],
  aggregator: 'max',
});

/** Adds what only Redis knows: its memory, and when the last backup was made. */
@Injectable()
export class StoreMetrics implements OnApplicationBootstrap {
  constructor(@Inject(edgeRedisToken) private readonly redis: Redis) {}

  onApplicationBootstrap(): void {
    addCollector({
      name: 'backup',
      gauges: [backupTime, backupDuration, backupBytes, backupFailed],
      read: async () => {
        const [last = null, failure] = await this.redis.mget(backupKeys.last, backupKeys.failure);
        const backup = last === null ? undefined : backupNotes.last.parse(JSON.parse(last));
        return () => {
          backupFailed.set({}, failure === null ? 0 : 1);
          if (!backup) return;
          const [started, finished] = [Date.parse(backup.started_at) / 1_000, Date.parse(backup.finished_at) / 1_000];
          // A backup holds what was written before it began.
          backupTime.set({}, started);
          backupDuration.set({}, finished - started);
          backupBytes.set({}, backup.bytes);
        };
      },
    });
    addCollector({
      name: 'redis',
      gauges: [redisMemory],
      read: async () => {
        const info = await this.redis.info('memory');
        const value = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
        return () => {
          redisMemory.set({ kind: 'used' }, value('used_memory'));
          if (value('maxmemory') > 0) redisMemory.set({ kind: 'limit' }, value('maxmemory'));
        };
      },
    });
  }
}

@Module({ providers: [StoreMetrics] })
export class StoreMetricsModule {}
