import { randomUUID } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { accessTokenLifetime, type Session } from '@docfolio/contracts/entities/session';
import type { AccessTokens } from '../access/access-tokens.js';
import type { Grants } from '../access/grants.js';
import { type AuthSession, sessionLifetime } from '../accounts/auth-session.js';
import type { AuthSessionsRepository } from '../accounts/auth-sessions.repository.js';
import { sessionUserOf, type User } from '../accounts/user.js';
import type { UsersRepository } from '../accounts/users.repository.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import { rotate } from './refresh-rotation.js';
import type { RefreshToken, RefreshTokens } from './refresh-token.js';

/** Attempts of a refresh that loses to concurrent ones, before it fails with `unavailable`. */
const refreshAttempts = 10;

export class SessionsService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly users: UsersRepository,
    private readonly grants: Grants,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly audit: AuditTrail,
  ) {}

  /** Opens a session for a verified user. @throws ProblemError `invalid_credentials` if the password has changed */
  async open(user: User): Promise<Session> {
    const now = new Date();
    const id = randomUUID();
    const refresh = this.refreshTokens.issue(id);
    await this.sessions.create({
      _id: id,
      user_id: user._id,
      live: [refresh.hash],
      spent: [],
      created_at: now,
      refreshed_at: now,
      expires_at: new Date(now.getTime() + sessionLifetime),
      ended_at: null,
      version: 1,
    });
    // A concurrent password change ends all sessions that it finds, and may have missed this one.
    const current = await this.users.findById(user._id);
    if (current?.password_hash === user.password_hash) return this.describe(user, id, refresh.token);
    await this.end([id]);
    throw new ProblemError('invalid_credentials');
  }

  /**
   * Exchanges a refresh token for an access token and the next refresh token.
   * @throws ProblemError `token_invalid` (forged), `session_ended`, `token_reused` (ends the session), `unavailable`
   */
  async refresh(token: string): Promise<Session> {
    const used = this.refreshTokens.read(token);
    if (!used) throw new ProblemError('token_invalid');
    for (let attempt = 0; attempt < refreshAttempts; attempt++) {
      const session = await this.sessions.findLive(used.sessionId, new Date());
      if (!session) throw new ProblemError('session_ended');
      const next = await this.exchange(session, used);
      if (next !== undefined) return next;
    }
    throw new ProblemError('unavailable', { retryAfter: 1 });
  }

  private async exchange(session: AuthSession, used: RefreshToken): Promise<Session | undefined> {
    const now = Date.now();
    const rotation = rotate(session, used, (token) => this.refreshTokens.successorOf(token), now);
    if (rotation.outcome === 'reused') {
      await this.end([session._id]);
      const owner = await this.users.findById(session.user_id);
      if (owner) await this.audit.accountEvent('token_reused', 'auth.refresh', owner);
      throw new ProblemError('token_reused');
    }
    if (rotation.outcome === 'rotated') {
      const expiresAt = new Date(now + sessionLifetime);
      const won = await this.sessions.rotate(session._id, session.version, rotation.tokens, new Date(now), expiresAt);
      if (!won) return undefined;
    }
    const user = await this.users.findById(session.user_id);
    if (!user) throw new ProblemError('session_ended');
    return this.describe(user, session._id, rotation.next.token);
  }

  /** Ends sessions: their access tokens are refused immediately. @throws ProblemError `unavailable` without Redis */
  async end(ids: readonly string[]): Promise<void> {
    await this.grants.sessionsEnded(ids);
    await this.sessions.end(ids, new Date());
  }

  async endAllOf(userId: string, except?: string): Promise<void> {
    const ids = await this.sessions.liveIdsOf(userId);
    await this.end(ids.filter((id) => id !== except));
  }

  private async describe(user: User, sessionId: string, refreshToken: string): Promise<Session> {
    const expiresAt = Math.floor(Date.now() / 1_000) + accessTokenLifetime;
    return {
      access_token: await this.accessTokens.sign({ sub: user._id, sid: sessionId, email: user.email }),
      refresh_token: refreshToken,
      expires_at: expiresAt,
      expires_in: accessTokenLifetime,
      token_type: 'bearer',
      user: sessionUserOf(user),
    };
  }
}
