import { trashDays } from '@docfolio/contracts/trash';
import type { Connection, Model } from 'mongoose';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import type { Logger } from '../logging.js';

/** ms between sweeps of outboxes, plus or minus a fifth. */
const sweepInterval = 5_000;
/** ms between purges of tombstones (soft-deleted records). */
const purgeInterval = 60 * 60 * 1_000;

/** Publishes events that crashes left in outboxes, and purges records deleted 30 days ago. Safe on several replicas. */
export class Maintenance {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private purgedAt = 0;
  private stopping = false;

  constructor(
    private readonly connection: Connection,
    private readonly outbox: OutboxPublisher,
    private readonly logger: Logger,
  ) {}

  start(): void {
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
      this.running = this.round().finally(() => this.schedule(sweepInterval * (0.8 + Math.random() * 0.4)));
    }, delay);
  }

  private async round(): Promise<void> {
    await this.attempt('outbox sweep failed, will retry', async () => {
      for (const model of this.modelsWith('outbox')) {
        const published = await this.outbox.sweep(model);
        if (published > 0) this.logger.info({ collection: model.collection.name, published }, 'outbox swept');
      }
    });
    if (Date.now() - this.purgedAt < purgeInterval) return;
    await this.attempt('tombstone purge failed, will retry', async () => {
      for (const model of this.modelsWith('deleted_at')) await purgeTombstones(model);
      this.purgedAt = Date.now();
    });
  }

  private async attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error }, failure);
    }
  }

  private modelsWith(path: string): Model<unknown>[] {
    return Object.values(this.connection.models).filter((model) => model.schema.path(path)) as Model<unknown>[];
  }
}

export function tombstones(before?: Date) {
  return { deleted_at: { $gt: new Date(0), ...(before && { $lt: before }) } };
}

/** Purges records deleted before `olderThan`, unless they have unpublished events. @returns the number purged */
export async function purgeTombstones<Doc>(
  model: Model<Doc>,
  olderThan = new Date(Date.now() - trashDays * 24 * 60 * 60 * 1_000),
): Promise<number> {
  const documents = model as unknown as Model<{ deleted_at: Date | null }>;
  const { deletedCount } = await documents.deleteMany({ ...tombstones(olderThan), 'outbox.0': { $exists: false } });
  return deletedCount;
}
