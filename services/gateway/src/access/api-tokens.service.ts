import { ProblemError } from '@docfolio/contracts/core/problem';
import { apiTokensLimit } from '@docfolio/contracts/entities/api-token';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Logger } from '@docfolio/service-kit/logging';
import { type ApiToken, generateApiToken, hashApiToken, isApiToken } from '../accounts/api-token.js';
import type { ApiTokenRecord, ApiTokensRepository } from '../accounts/api-tokens.repository.js';
import type { ApiTokenCaller, Principal } from '../http/edge-request.js';
import type { Grants } from './grants.js';

/** ms between two writes of a token's last use. */
const useInterval = 60_000;
/** ms that the lookup of a token may take. Uploads have no other deadline, and clients are promised a response within 5 s. */
const lookupTimeout = 4_000;

export class ApiTokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly grants: Grants,
    private readonly logger: Logger,
  ) {}

  list(): Promise<ApiTokenRecord[]> {
    return this.tokens.newestFirst();
  }

  /**
   * Creates a token for an admin and returns it. It cannot be read later.
   * @throws ProblemError `conflict` if there are as many tokens as allowed
   */
  async create(
    creator: Pick<Principal, 'user_id' | 'email'>,
    name: string,
    scopes: string[],
  ): Promise<ApiTokenRecord & { token: string }> {
    if ((await this.tokens.count()) >= apiTokensLimit)
      throw new ProblemError('conflict', {
        detail: `There are ${apiTokensLimit} API tokens already. Revoke one that is no longer used.`,
      });
    const token = generateApiToken();
    const record = await this.tokens.add({
      name,
      scopes: [...new Set(scopes)],
      ending: token.slice(-4),
      token_hash: hashApiToken(token),
      user_id: creator.user_id,
      created_by: creator.email,
      last_used_at: null,
    });
    this.logger.info({ api_token: record.id, user_id: creator.user_id }, 'api token created');
    return { ...record, token };
  }

  /** Revokes a token, which no replica accepts any more. @throws ProblemError `not_found` */
  async revoke(admin: Principal, id: string): Promise<{ id: string }> {
    const revoked = await this.tokens.revoke(id);
    this.logger.info({ api_token: id, user_id: admin.user_id }, 'api token revoked');
    return revoked;
  }

  /** Returns the tokens that a user has created, newest first. */
  listOf(userId: string): Promise<ApiTokenRecord[]> {
    return this.tokens.ofCreator(userId);
  }

  /** Revokes all tokens that a user has created, and returns their names. A repeat finds none. */
  async revokeAllOf(userId: string): Promise<string[]> {
    const own = await this.tokens.ofCreator(userId);
    for (const { id } of own) {
      await this.tokens.revoke(id).catch((error: unknown) => {
        // It was revoked in the meantime.
        if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
      });
      this.logger.info({ api_token: id, user_id: userId }, 'api token revoked');
    }
    return own.map(({ name }) => name);
  }

  /**
   * Returns the caller that a token stands for. Reads the token from MongoDB, so that a revocation takes effect with the
   * next request.
   * @throws ProblemError `token_invalid` for a malformed, unknown or revoked token; `unavailable` within 4 s
   */
  authenticate(token: string): Promise<ApiTokenCaller> {
    return withTimeout(this.lookUp(token), lookupTimeout, () => new ProblemError('unavailable', { retryAfter: 1 }));
  }

  private async lookUp(token: string): Promise<ApiTokenCaller> {
    const found = isApiToken(token) ? await this.tokens.findByHash(hashApiToken(token)) : null;
    if (!found) throw new ProblemError('token_invalid');
    await this.recordUse(found);
    return {
      token_id: found._id,
      scopes: found.scopes,
      user_id: found.user_id,
      email: `<${found.name}>`,
      is_admin: await this.grants.isAdmin(found.user_id),
    };
  }

  private async recordUse({ _id, last_used_at }: ApiToken): Promise<void> {
    const now = new Date();
    const since = new Date(now.getTime() - useInterval);
    if (last_used_at && last_used_at > since) return;
    try {
      await this.tokens.recordUse(_id, now, since);
    } catch (error) {
      // The request matters more than the time of use.
      this.logger.warn({ err: error, api_token: _id }, 'use of api token not recorded');
    }
  }
}
