import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../../logging.js';
import { leasesCollection } from './collections.js';

const duplicateKey = 11_000;

interface LeaseDocument {
  _id: string;
  owner: string;
  /** Rises with each owner. */
  fence: number;
  expires_at: Date;
}

/** Another process has the lease now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** A lease of a database: one process at a time has it. It expires if its owner does not renew it. */
export class DatabaseLease {
  constructor(
    private readonly connection: Connection,
    private readonly name: string,
    private readonly owner: string,
    /** ms until it expires. It is renewed after a third of it. */
    private readonly duration: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` if no other process has the lease. @returns whether it ran
   * @param work gets the fence: the owner of a lower one has lost the lease
   */
  async attempt(work: (fence: number) => Promise<void>): Promise<boolean> {
    const fence = await this.acquire();
    if (fence === undefined) return false;
    let renewing: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      renewing = this.expireAt(fence, this.nextExpiry());
    }, this.duration / 3);
    try {
      await work(fence);
    } finally {
      clearInterval(timer);
      await renewing;
      await this.expireAt(fence, new Date(0));
    }
    return true;
  }

  /** Returns the owner of an unexpired lease; null if there is none. */
  async holder(): Promise<string | null> {
    const found = await this.leases.findOne({ _id: this.name, expires_at: { $gt: new Date() } });
    return found?.owner ?? null;
  }

  /** @returns the fence; undefined if another process has the lease */
  private async acquire(): Promise<number | undefined> {
    try {
      const taken = await this.leases.findOneAndUpdate(
        { _id: this.name, expires_at: { $lte: new Date() } },
        { $set: { owner: this.owner, expires_at: this.nextExpiry() }, $inc: { fence: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return taken?.fence;
    } catch (error) {
      // The lease exists and has not expired, so that the upsert tried to insert a second one.
      if (error instanceof mongoose.mongo.MongoServerError && error.code === duplicateKey) return undefined;
      throw error;
    }
  }

  /** Sets the expiry, unless another process holds the lease. After a failure, the lease expires at its former time. */
  private async expireAt(fence: number, expires_at: Date): Promise<void> {
    try {
      await this.leases.updateOne({ _id: this.name, fence }, { $set: { expires_at } });
    } catch (error) {
      this.logger.warn({ err: error, lease: this.name }, 'lease not renewed');
    }
  }

  private nextExpiry(): Date {
    return new Date(Date.now() + this.duration);
  }

  private get leases() {
    return this.connection.collection<LeaseDocument>(leasesCollection);
  }
}
