import { trashDays } from '@docfolio/contracts/entities/trash';
import type { Connection, Model } from 'mongoose';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import type { Logger } from '../logging.js';
import { rebuildDerivedFields } from './rebuild-derived-fields.js';

/**
 * ms between sweeps of outboxes, plus or minus a fifth: `soon` for a while after the start and after a failure, when
 * outboxes may hold events of this process. `usual` finds those of a replica that died.
 */
const sweepIntervals = { soon: 5_000, usual: 30_000 };
/** ms after the start or a failure. */
const watchfulFor = 20_000;
/** ms between purges of tombstones (soft-deleted records), and between looks for stale derived fields. */
const hourlyInterval = 60 * 60 * 1_000;
/** Records that are purged at a time. */
const purgeSize = 500;

/**
 * Publishes events that crashes left in outboxes, purges records deleted 30 days ago, and rebuilds derived fields that replicas
 * of the version before wrote during an update. Safe on several replicas.
 */
export class Maintenance {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private purgedAt = 0;
  private rebuiltAt = 0;
  private sweptAt = 0;
  private watchfulUntil = 0;
  private stopping = false;

  constructor(
    private readonly connection: Connection,
    private readonly outbox: OutboxPublisher,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.watchfulUntil = Date.now() + watchfulFor;
    // The start has just rebuilt them.
    this.rebuiltAt = Date.now();
    this.schedule(0);
  }

  async close(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.running = this.round().finally(() => this.schedule(sweepIntervals.soon * (0.8 + Math.random() * 0.4)));
    }, delay);
  }

  private async round(): Promise<void> {
    if (this.isSweepDue()) await this.attempt('outbox sweep failed, will retry', () => this.sweep());
    if (isHourAgo(this.purgedAt))
      await this.attempt('tombstone purge failed, will retry', async () => {
        for (const model of this.modelsWith('deleted_at')) await purgeTombstones(model, this.outbox);
        this.purgedAt = Date.now();
      });
    if (isHourAgo(this.rebuiltAt))
      await this.attempt('rebuild of derived fields failed, will retry', async () => {
        for (const model of this.modelsWith('search_text')) await rebuildDerivedFields(this.connection, model);
        this.rebuiltAt = Date.now();
      });
  }

  private isSweepDue(): boolean {
    const now = Date.now();
    const watchfulUntil = Math.max(this.watchfulUntil, this.outbox.failedAt + watchfulFor);
    return now < watchfulUntil || now - this.sweptAt >= sweepIntervals.usual;
  }

  private async sweep(): Promise<void> {
    for (const model of this.modelsWith('outbox')) {
      const published = await this.outbox.sweep(model);
      if (published > 0) this.logger.info({ collection: model.collection.name, published }, 'outbox swept');
    }
    this.sweptAt = Date.now();
  }

  private async attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.watchfulUntil = Date.now() + watchfulFor;
      this.logger.warn({ err: error }, failure);
    }
  }

  private modelsWith(path: string): Model<unknown>[] {
    return Object.values(this.connection.models).filter((model) => model.schema.path(path)) as Model<unknown>[];
  }
}

const isHourAgo = (time: number) => Date.now() - time >= hourlyInterval;

export function tombstones(before?: Date) {
  return { deleted_at: { $gt: new Date(0), ...(before && { $lt: before }) } };
}

/**
 * Purges records deleted before `olderThan`, unless they have unpublished events. Before, it queues the erasure of their
 * values from the audit trail. @returns the number purged @throws Error if Redis or MongoDB is unavailable
 */
export async function purgeTombstones<Doc>(
  model: Model<Doc>,
  outbox: OutboxPublisher,
  olderThan = new Date(Date.now() - trashDays * 24 * 60 * 60 * 1_000),
): Promise<number> {
  const documents = model as unknown as Model<{ _id: string; deleted_at: Date | null }>;
  const purgeable = { ...tombstones(olderThan), 'outbox.0': { $exists: false } };
  for (let purged = 0; ; ) {
    const found = await documents.find(purgeable, { _id: 1 }).limit(purgeSize).lean<{ _id: string }[]>();
    const ids = found.map(({ _id }) => _id);
    if (ids.length === 0) return purged;
    await outbox.announcePurge(model.collection.name, ids);
    const { deletedCount } = await documents.deleteMany({ ...purgeable, _id: { $in: ids } });
    purged += deletedCount;
    if (ids.length < purgeSize) return purged;
  }
}
