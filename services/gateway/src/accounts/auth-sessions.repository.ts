import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Schema } from 'mongoose';
import { type AuthSession, endedSessionTtl, type SessionTokens } from './auth-session.js';

export const authSessionSchema = new Schema<AuthSession>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    live: { type: [String], required: true },
    spent: { type: [{ _id: false, hash: String, at: Date }], required: true },
    created_at: { type: Date, required: true },
    refreshed_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
    ended_at: { type: Date, default: null },
    version: { type: Number, required: true },
  },
  { collection: 'auth_sessions', versionKey: false },
);
// Serves ending all sessions of a user.
authSessionSchema.index({ user_id: 1 });
// TTL index: purges expired and ended sessions.
authSessionSchema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export class AuthSessionsRepository {
  constructor(private readonly sessions: TypedModel<AuthSession>) {}

  async create(session: AuthSession): Promise<void> {
    await this.sessions.create(session);
  }

  async findLive(id: string, now: Date): Promise<AuthSession | null> {
    return this.sessions.findOne({ _id: id, ended_at: null, expires_at: { $gt: now } }).lean<AuthSession>();
  }

  /** Stores new tokens. @returns false if the session has ended or is no longer at `version` */
  async rotate(id: string, version: number, tokens: SessionTokens, now: Date, expiresAt: Date): Promise<boolean> {
    const result = await this.sessions.updateOne(
      { _id: id, version, ended_at: null },
      { $set: { ...tokens, refreshed_at: now, expires_at: expiresAt }, $inc: { version: 1 } },
    );
    return result.modifiedCount === 1;
  }

  async liveIdsOf(userId: string): Promise<string[]> {
    const rows = await this.sessions.find({ user_id: userId, ended_at: null }, { _id: 1 }).lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  }

  /** Ends sessions and deletes their token hashes. The documents are purged a day later. */
  async end(ids: readonly string[], now: Date): Promise<void> {
    if (ids.length === 0) return;
    const kept = new Date(now.getTime() + endedSessionTtl);
    await this.sessions.updateMany(
      { _id: { $in: [...ids] }, ended_at: null },
      { $set: { ended_at: now, expires_at: kept, live: [], spent: [] } },
    );
  }
}
