import type { OccurredEvent } from '@docfolio/service-kit/events/outbox';
import { outboxEntrySchema } from '@docfolio/service-kit/events/outbox-entry.schema';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Schema } from 'mongoose';
import { recoveriesPerWindow } from '../limits/rate-limits.js';
import type { PasswordRecovery, RecoveryLink } from './password-recovery.js';

/** Links of a user that can be valid at a time: at most so many are sent in their lifetime. */
const linksKept = 2 * recoveriesPerWindow.all;

const recoveryLinkSchema = new Schema<RecoveryLink>(
  {
    token_hash: { type: String, required: true },
    requested_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { _id: false },
);

export const passwordRecoverySchema = new Schema<PasswordRecovery>(
  {
    _id: { type: String, required: true },
    recovery_id: { type: String, required: true },
    token_hash: { type: String, required: true },
    requested_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
    links: { type: [recoveryLinkSchema], default: undefined },
    used_at: { type: Date, default: null },
    outbox: { type: [outboxEntrySchema], default: [] },
  },
  { collection: 'password_recoveries', versionKey: false },
);
// Serve the lookup of a link.
passwordRecoverySchema.index({ token_hash: 1 });
passwordRecoverySchema.index({ 'links.token_hash': 1 });
// TTL index: purges expired recoveries.
passwordRecoverySchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
// Serves the outbox sweeper.
passwordRecoverySchema.index(
  { 'outbox.at': 1 },
  { name: 'outbox', partialFilterExpression: { 'outbox.at': { $exists: true } } },
);

/** A recovery with a link of it that works. */
export interface PendingRecovery extends PasswordRecovery {
  link: RecoveryLink;
}

export class PasswordRecoveriesRepository {
  constructor(
    private readonly recoveries: TypedModel<PasswordRecovery>,
    private readonly outbox: OutboxPublisher,
  ) {}

  /** Adds a link to a user's recovery and raises the event. A no-op if the stored one is as new or newer. */
  async add(recovery: Omit<PasswordRecovery, 'links' | 'used_at' | 'outbox'>, { entry }: OccurredEvent): Promise<void> {
    const { _id, recovery_id, ...link } = recovery;
    try {
      await this.recoveries.updateOne(
        { _id, requested_at: { $lt: link.requested_at } },
        {
          $set: { recovery_id, ...link, used_at: null },
          $push: { outbox: entry, links: { $each: [link], $slice: -linksKept } },
        },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return;
    }
    this.outbox.publishSoon(this.recoveries, _id, [entry]);
  }

  async findPending(tokenHash: string, now: Date): Promise<PendingRecovery | null> {
    const recovery = await this.recoveries.findOne({ ...ofToken(tokenHash), used_at: null }).lean<PasswordRecovery>();
    const link = recovery && [...(recovery.links ?? []), recovery].find((each) => each.token_hash === tokenHash);
    return link && link.expires_at > now ? { ...recovery, link } : null;
  }

  /** Ends all links of a pending recovery. @returns false if it is not pending, also for the loser of concurrent claims */
  async claim({ _id, link }: PendingRecovery, now: Date): Promise<boolean> {
    const pending = { _id, ...ofToken(link.token_hash), used_at: null };
    const result = await this.recoveries.updateOne(pending, { $set: { used_at: now, links: [] } });
    return result.modifiedCount === 1;
  }

  /** Undoes a claim: the links work until they expire. A no-op if there is a newer link. */
  async release({ _id, token_hash, links }: PendingRecovery): Promise<void> {
    await this.recoveries.updateOne({ _id, token_hash }, { $set: { used_at: null, links: links ?? [] } });
  }
}

const ofToken = (hash: string) => ({ $or: [{ token_hash: hash }, { 'links.token_hash': hash }] });
