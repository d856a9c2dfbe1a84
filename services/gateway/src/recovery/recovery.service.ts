import { randomUUID } from 'node:crypto';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth, passwordRecoveryRequested, recoveryLifetime, type Session } from '@docfolio/contracts/entities/session';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { derivedId } from '@docfolio/service-kit/identity';
import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import type { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import type { Logger } from '@docfolio/service-kit/logging';
import type { SecretHandover } from '@docfolio/service-kit/secret-handover';
import type { ApiTokensService } from '../access/api-tokens.service.js';
import type { AdminUsersRepository } from '../accounts/admin-users.repository.js';
import type { PasswordRecoveriesRepository, PendingRecovery } from '../accounts/password-recoveries.repository.js';
import { generateRecoveryToken, hashRecoveryToken, startRecovery } from '../accounts/password-recovery.js';
import type { Passwords } from '../accounts/passwords.js';
import { normaliseEmail, type User } from '../accounts/user.js';
import type { UsersRepository } from '../accounts/users.repository.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { RateLimits } from '../limits/rate-limits.js';

/** What a recovery does to the sessions of an account. */
export abstract class RecoverySessions {
  /** Opens a session for a verified user. */
  abstract open(user: User): Promise<Session>;
  /** Ends all sessions of a user. */
  abstract endAllOf(userId: string): Promise<void>;
}

export interface RecoveryParts {
  users: UsersRepository;
  admins: AdminUsersRepository;
  recoveries: PasswordRecoveriesRepository;
  passwords: Passwords;
  sessions: RecoverySessions;
  tokens: ApiTokensService;
  limits: RateLimits;
  jobs: JobQueue;
  handover: SecretHandover;
  audit: AuditTrail;
  logger: Logger;
}

export class RecoveryService {
  constructor(private readonly parts: RecoveryParts) {}

  /**
   * Queues a request for a recovery link, unless the address has had enough of them. It looks no account up, so that the
   * response reveals nothing about the email.
   * @param client IP address @throws ProblemError `rate_limited` per client, `unavailable` without Redis
   */
  async request(client: string, email: string): Promise<void> {
    const { limits, jobs, logger } = this.parts;
    await limits.admitForm(client, operationKey(auth.requestRecovery), randomUUID());
    const payload = { email: normaliseEmail(email), requested_at: new Date().toISOString() };
    if (!(await limits.admitRecovery(client, payload.email))) {
      logger.warn('password recovery over the limit of an address');
      return;
    }
    await jobs.add(startRecovery, payload, { id: randomUUID() }).catch((cause: unknown) => {
      throw new ProblemError('unavailable', { cause });
    });
  }

  /** Stores a recovery and raises the event of its email, unless the account is unknown or inactive. */
  @WorksOn(startRecovery)
  async start({ email, requested_at }: JobPayload<typeof startRecovery>, { jobId }: JobMeta): Promise<void> {
    const { users, admins, handover, recoveries, audit, logger } = this.parts;
    const requestedAt = new Date(requested_at);
    const expiresAt = new Date(requestedAt.getTime() + recoveryLifetime * 1_000);
    const secondsLeft = Math.floor((expiresAt.getTime() - Date.now()) / 1_000);
    if (secondsLeft <= 0) return;
    const user = await users.findByEmail(email);
    if (!user) return;
    const admin = await admins.findByUser(user._id);
    if (admin && !admin.is_active) return;
    const recoveryId = derivedId(startRecovery.name, jobId);
    // A repeated attempt gets the token of the first, whose email may have been sent.
    const token = await handover.offer(recoveryId, generateRecoveryToken(), secondsLeft);
    await recoveries.add(
      {
        _id: user._id,
        recovery_id: recoveryId,
        token_hash: hashRecoveryToken(token),
        requested_at: requestedAt,
        expires_at: expiresAt,
      },
      occurred(passwordRecoveryRequested, { recovery_id: recoveryId, email: user.email }, recoveryId),
    );
    await audit.accountEvent('recovery_requested', 'auth.requestRecovery', user, recoveryId);
    logger.info({ user_id: user._id }, 'password recovery requested');
  }

  /** Returns the email of a link's account, and its API tokens. @throws ProblemError `link_expired` */
  async check(token: string): Promise<{ email: string; api_tokens: { name: string; ending: string }[] }> {
    const { user } = await this.pending(token);
    return { email: user.email, api_tokens: await this.parts.tokens.listOf(user._id) };
  }

  /**
   * Sets a password, ends all sessions of the user and opens a new one. The link works once, and ends all others of the user.
   * @param client IP address
   * @param revokeTokens whether the user's API tokens end as well
   * @throws ProblemError `link_expired`, `rate_limited` per client, `saturated`, `unavailable`
   */
  async complete(client: string, token: string, newPassword: string, revokeTokens = false): Promise<Session> {
    const { users, recoveries, passwords, sessions, tokens, limits, audit, logger } = this.parts;
    await limits.admitForm(client, operationKey(auth.completeRecovery), randomUUID());
    const { recovery, user } = await this.pending(token);
    const passwordHash = await passwords.hash(newPassword);
    if (!(await recoveries.claim(recovery, new Date()))) throw new ProblemError('link_expired');
    try {
      // Before the password changes: if ending sessions or tokens fails, the link still works.
      await sessions.endAllOf(user._id);
      if (revokeTokens) await tokens.revokeAllOf(user._id);
      await users.setPassword(user._id, passwordHash, new Date());
    } catch (error) {
      await recoveries.release(recovery);
      throw error;
    }
    // Ends sessions opened with the old password in the meantime.
    await sessions.endAllOf(user._id);
    await audit.accountEvent('password_reset', 'auth.completeRecovery', user);
    logger.info({ user_id: user._id }, 'password reset with a recovery link');
    return sessions.open({ ...user, password_hash: passwordHash });
  }

  private async pending(token: string): Promise<{ recovery: PendingRecovery; user: User }> {
    const { users, recoveries } = this.parts;
    const recovery = await recoveries.findPending(hashRecoveryToken(token), new Date());
    const user = recovery && (await users.findById(recovery._id));
    if (!recovery || !user || user.password_changed_at > recovery.link.requested_at)
      throw new ProblemError('link_expired');
    return { recovery, user };
  }
}
