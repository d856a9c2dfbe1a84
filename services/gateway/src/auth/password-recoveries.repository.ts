import type { OccurredEvent } from '@docfolio/service-kit/events/outbox';
import { outboxEntrySchema } from '@docfolio/service-kit/events/outbox-entry.schema';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Schema } from 'mongoose';
import type { PasswordRecovery } from './password-recovery.js';

export const passwordRecoverySchema = new Schema<PasswordRecovery>(
  {
    _id: { type: String, required: true },
    recovery_id: { type: String, required: true },
    token_hash: { type: String, required: true },
    requested_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
    used_at: { type: Date, default: null },
    outbox: { type: [outboxEntrySchema], default: [] },
  },
  { collection: 'password_recoveries', versionKey: false },
);
// Serves the lookup of a link.
passwordRecoverySchema.index({ token_hash: 1 });
// TTL index: purges expired recoveries.
passwordRecoverySchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
// Serves the outbox sweeper.
passwordRecoverySchema.index(
  { 'outbox.at': 1 },
  { name: 'outbox', partialFilterExpression: { 'outbox.at': { $exists: true } } },
);

export class PasswordRecoveriesRepository {
  constructor(
    private readonly recoveries: TypedModel<PasswordRecovery>,
    private readonly outbox: OutboxPublisher,
  ) {}

  /** Replaces a user's recovery and raises the event. A no-op if the stored one is as new or newer. */
  async replace(recovery: Omit<PasswordRecovery, 'used_at' | 'outbox'>, { entry }: OccurredEvent): Promise<void> {
    const { _id, ...fields } = recovery;
    try {
      await this.recoveries.updateOne(
        { _id, requested_at: { $lt: recovery.requested_at } },
        { $set: { ...fields, used_at: null }, $push: { outbox: entry } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return;
    }
    this.outbox.publishSoon(this.recoveries, _id, [entry]);
  }

  async findPending(tokenHash: string, now: Date): Promise<PasswordRecovery | null> {
    return this.recoveries
      .findOne({ token_hash: tokenHash, used_at: null, expires_at: { $gt: now } })
      .lean<PasswordRecovery>();
  }

  /** Marks a pending recovery as used. @returns false if it is not pending, also for the loser of concurrent claims */
  async claim({ _id, token_hash }: PasswordRecovery, now: Date): Promise<boolean> {
    const pending = { _id, token_hash, used_at: null, expires_at: { $gt: now } };
    const result = await this.recoveries.updateOne(pending, { $set: { used_at: now } });
    return result.modifiedCount === 1;
  }

  /** Undoes a claim: the link works until it expires. */
  async release({ _id, token_hash }: PasswordRecovery): Promise<void> {
    await this.recoveries.updateOne({ _id, token_hash }, { $set: { used_at: null } });
  }
}
