import { ProblemError } from '@docfolio/contracts/core/problem';
import { wrongPassword } from '@docfolio/contracts/entities/session';
import type { Passwords } from '../accounts/passwords.js';
import { normaliseEmail, type User } from '../accounts/user.js';
import type { UsersRepository } from '../accounts/users.repository.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { SessionsService } from './sessions.service.js';

export class CredentialsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly limits: RateLimits,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Returns the user with this email and password. An unknown email fails like a wrong password, in the same time.
   * @param address client's IP @throws ProblemError `invalid_credentials`, `rate_limited`, `saturated`, `unavailable`
   */
  async verify(address: string, email: string, password: string): Promise<User> {
    const account = normaliseEmail(email);
    const verified = await this.limited(address, account, async () => {
      const user = await this.users.findByEmail(account);
      const correct = await this.passwords.verify(user?.password_hash, password);
      return correct ? user : null;
    });
    if (!verified) throw new ProblemError('invalid_credentials');
    return verified;
  }

  /**
   * Sets a new password and ends the user's other sessions. A wrong `current` counts as a failed sign-in.
   * @throws ProblemError `validation_failed` if `current` is wrong; `rate_limited`, `saturated`, `unavailable`
   */
  async change(address: string, holder: { user_id: string; session_id: string }, current: string, next: string) {
    const user = await this.users.findById(holder.user_id);
    if (!user) throw new ProblemError('session_ended');
    const changed = await this.limited(address, user.email, async () => {
      if (!(await this.passwords.verify(user.password_hash, current))) return null;
      const hash = await this.passwords.hash(next);
      return (await this.users.setPassword(user._id, hash, new Date(), user.password_hash)) || null;
    });
    if (!changed)
      throw new ProblemError('validation_failed', {
        errors: [{ path: 'current_password', message: wrongPassword }],
      });
    await this.sessions.endAllOf(user._id, holder.session_id);
  }

  /** Runs a rate-limited password check. Null counts as a failed sign-in; an error does not. */
  private async limited<T>(address: string, account: string, check: () => Promise<T | null>): Promise<T | null> {
    const attempt = await this.limits.beginSignIn(address, account);
    let result: T | null;
    try {
      result = await check();
    } catch (error) {
      await attempt.withdraw();
      throw error;
    }
    if (result !== null) await attempt.succeed();
    return result;
  }
}
