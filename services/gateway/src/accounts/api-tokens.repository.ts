import { apiTokenChanged } from '@docfolio/contracts/entities/api-token';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { newId } from '@docfolio/service-kit/identity';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { ApiToken, ApiTokenFields } from './api-token.js';

export type ApiTokenRecord = RecordOutput<ApiTokenFields>;

/** Stores API tokens as hashes. Revoked tokens stay stored as deleted records. */
export class ApiTokensRepository extends RecordRepository<ApiTokenFields> {
  protected override get auditedFields(): readonly string[] {
    return ['name', 'scopes', 'created_by'];
  }

  async newestFirst(): Promise<ApiTokenRecord[]> {
    const rows = await this.model.find({ deleted_at: null }).sort({ created_at: -1, _id: -1 }).lean<ApiToken[]>();
    return rows.map((row) => this.output(row));
  }

  /** Returns the tokens that a user has created, newest first. */
  async ofCreator(userId: string): Promise<ApiTokenRecord[]> {
    return (await this.newestFirst()).filter(({ user_id }) => user_id === userId);
  }

  add(fields: ApiTokenFields): Promise<ApiTokenRecord> {
    return this.create(newId(), '', fields, ({ id }) => [occurred(apiTokenChanged, { id, act: 'created' })]);
  }

  /** @throws ProblemError `not_found`, also for a token that is revoked already */
  revoke(id: string): Promise<{ id: string }> {
    return this.softDelete(id, [occurred(apiTokenChanged, { id, act: 'deleted' })]);
  }

  findByHash(tokenHash: string): Promise<ApiToken | null> {
    return this.model.findOne({ token_hash: tokenHash, deleted_at: null }).lean<ApiToken>().exec();
  }

  /** Stores when a token was used, unless a use after `since` is stored. */
  async recordUse(id: string, now: Date, since: Date): Promise<void> {
    await this.model.updateOne(
      { _id: id, $or: [{ last_used_at: null }, { last_used_at: { $lte: since } }] },
      { $set: { last_used_at: now } },
    );
  }
}
