import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '@docfolio/contracts/problem';
import { limitedAddress } from '@docfolio/edge-limits/trusted-proxies';
import type { Logger } from '@docfolio/service-kit/logging';
import type { Redis } from 'ioredis';
import { type SlidingWindow, type Taken, takeFromWindows } from './sliding-window.js';

/** ms over which failed sign-ins are counted. */
export const signInWindow = 5 * 60_000;
/** ms over which public forms, and one-click unsubscribes, are counted. */
export const formWindow = 60_000;

/** ms over which the recovery emails of one account are counted, and how many fit. */
export const recoveryWindow = 3_600_000;
export const recoveriesPerWindow = 3;

/** Failures of one account, from everywhere, that go unslowed, and the ms that each further one adds, up to a second. */
const unslowedFailures = 10;
const slowingStep = 100;
const longestSlowing = 1_000;

export interface LimitSettings {
  enabled: boolean;
  signInPerAccount: number;
  signInPerAddress: number;
  formsPerMinute: number;
  oneClicksPerMinute: number;
}

/** A sign-in that has been let in: counted as a failure until it succeeds. */
export interface SignInAttempt {
  /** The password was right: the account's failures from this address are forgotten. */
  succeed(): Promise<void>;
  /** Neither right nor wrong (something of ours failed): not counted, where that can still be said. */
  withdraw(): Promise<void>;
}

const uncounted: SignInAttempt = { succeed: async () => {}, withdraw: async () => {} };

/**
 * Limits that must hold across every gateway process, kept in Redis. Without Redis nothing can be counted, so what
 * they guard answers 503 rather than going on unguarded; reads don't come by here.
 */
export class RateLimits {
  constructor(
    private readonly redis: Redis,
    private readonly settings: LimitSettings,
    private readonly logger: Logger,
  ) {}

  /**
   * Lets a sign-in pass, or not. It is counted before the password is checked, so that parallel guesses don't all slip
   * through. Failures of one account from elsewhere never lock its owner out: they only slow.
   * @throws ProblemError `rate_limited` with the seconds to wait; `unavailable` without Redis.
   */
  async beginSignIn(address: string, account: string): Promise<SignInAttempt> {
    if (!this.settings.enabled) return uncounted;
    const { signInPerAccount, signInPerAddress } = this.settings;
    const where = limitedAddress(address);
    const who = digest(account);
    const pair = `gateway:limit:sign-in:${where}:${who}`;
    const windows: SlidingWindow[] = [
      { key: pair, length: signInWindow, limit: signInPerAccount },
      { key: `gateway:limit:sign-in:${where}`, length: signInWindow, limit: signInPerAddress },
      { key: `gateway:limit:sign-in-account:${who}`, length: signInWindow, limit: 0 },
    ];
    const member = randomUUID();
    const { counts } = await this.take(windows, member);
    const failures = counts[2] ?? 0;
    if (failures > unslowedFailures) await delay(Math.min((failures - unslowedFailures) * slowingStep, longestSlowing));
    return this.attemptOf(windows, member);
  }

  /**
   * Lets a public form pass, or not. A repeat of the same Idempotency-Key isn't counted again.
   * @throws ProblemError `rate_limited` with the seconds to wait; `unavailable` without Redis.
   */
  async admitForm(address: string, operation: string, idempotencyKey: string): Promise<void> {
    await this.admit('forms', address, this.settings.formsPerMinute, `${operation} ${idempotencyKey}`);
  }

  /**
   * Lets a mail program end a subscription (RFC 8058), or not. A mail provider posts for many readers from one address,
   * and may never try again: the limit is far from that of the forms. A repeat of the same link isn't counted again.
   * @throws ProblemError `rate_limited` with the seconds to wait; `unavailable` without Redis.
   */
  async admitOneClick(address: string, token: string): Promise<void> {
    await this.admit('one-click', address, this.settings.oneClicksPerMinute, token);
  }

  /**
   * Whether an account may have another recovery email. A repeat of the same request isn't counted again.
   * @throws Redis' error
   */
  async admitRecovery(account: string, request: string): Promise<boolean> {
    if (!this.settings.enabled) return true;
    const key = `gateway:limit:recovery:${digest(account)}`;
    const window = { key, length: recoveryWindow, limit: recoveriesPerWindow };
    const { wait } = await takeFromWindows(this.redis, [window], digest(request));
    return wait === 0;
  }

  private async admit(kind: string, address: string, limit: number, act: string): Promise<void> {
    if (!this.settings.enabled) return;
    const key = `gateway:limit:${kind}:${limitedAddress(address)}`;
    await this.take([{ key, length: formWindow, limit }], digest(act));
  }

  private attemptOf(windows: readonly SlidingWindow[], member: string): SignInAttempt {
    const uncount = async (forgetPair: boolean) => {
      const pipeline = this.redis.pipeline();
      for (const { key } of windows) pipeline.zrem(key, member);
      if (forgetPair) pipeline.del(windows[0]!.key);
      const results = await pipeline.exec();
      const failed = results?.find(([error]) => error)?.[0];
      if (failed) throw failed;
    };
    return {
      succeed: () =>
        uncount(true).catch((cause) => {
          throw new ProblemError('unavailable', { cause });
        }),
      withdraw: () =>
        uncount(false).catch((cause: Error) => {
          this.logger.warn({ cause: cause.message }, 'an attempt to sign in stays counted');
        }),
    };
  }

  private async take(windows: readonly SlidingWindow[], member: string): Promise<Taken> {
    let taken: Taken;
    try {
      taken = await takeFromWindows(this.redis, windows, member);
    } catch (cause) {
      throw new ProblemError('unavailable', { cause });
    }
    if (taken.wait > 0) throw new ProblemError('rate_limited', { retryAfter: taken.wait / 1_000 });
    return taken;
  }
}

/** Keys in Redis name nobody. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
