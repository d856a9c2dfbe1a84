import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { recoveryLifetime } from '@docfolio/contracts/entities/session';
import { rateLimitKey } from '@docfolio/edge/trusted-proxies';
import type { Logger } from '@docfolio/service-kit/logging';
import type { Redis } from 'ioredis';
import { type SlidingWindow, type Taken, takeFromWindows } from './sliding-window.js';

export const signInWindow = 5 * 60_000;
export const formWindow = 60_000;

/**
 * Window in ms for recovery emails, and how many requests of one client and of all may cause for an account. A full window
 * means that a link which is valid for another ten minutes is in the owner's mailbox, no matter who requested it: so others
 * cannot lock the owner out, and not flood the mailbox.
 */
export const recoveryWindow = (recoveryLifetime - 10 * 60) * 1_000;
export const recoveriesPerWindow = { client: 3, all: 10 };

/** An account's failures (from all addresses) without a delay, ms of delay per further one, and the longest delay. */
const unslowedFailures = 10;
const slowingStep = 100;
const longestSlowing = 1_000;

export interface LimitSettings {
  enabled: boolean;
  signInPerAccount: number;
  signInPerAddress: number;
  formsPerMinute: number;
  oneClicksPerMinute: number;
  reportsPerMinute: number;
}

/** An admitted sign-in, which counts as a failure until it succeeds. */
export interface SignInAttempt {
  /** For a correct password: also resets the failures of the account from this address. */
  succeed(): Promise<void>;
  /** For a password that could not be checked: the attempt is not counted. Only logs a failure of Redis. */
  withdraw(): Promise<void>;
}

const uncounted: SignInAttempt = { succeed: async () => {}, withdraw: async () => {} };

/** Rate limits of sign-ins, forms and recovery emails, shared through Redis. Without Redis these fail with 503. */
export class RateLimits {
  constructor(
    private readonly redis: Redis,
    private readonly settings: LimitSettings,
    private readonly logger: Logger,
  ) {}

  /**
   * Admits a sign-in, which counts before the password is checked, so that parallel guesses do not slip through.
   * Failures from other addresses slow an account down, but never lock it. @throws ProblemError `rate_limited`,
   * `unavailable`
   */
  async beginSignIn(address: string, account: string): Promise<SignInAttempt> {
    if (!this.settings.enabled) return uncounted;
    const { signInPerAccount, signInPerAddress } = this.settings;
    const where = rateLimitKey(address);
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

  /** Admits a public form. Counts an Idempotency-Key once. @throws ProblemError `rate_limited`, `unavailable` */
  async admitForm(address: string, operation: string, idempotencyKey: string): Promise<void> {
    await this.admit('forms', address, this.settings.formsPerMinute, `${operation} ${idempotencyKey}`);
  }

  /** Admits a report that a page sends by itself. @throws ProblemError `rate_limited`, `unavailable` */
  async admitReport(address: string, requestId: string): Promise<void> {
    await this.admit('reports', address, this.settings.reportsPerMinute, requestId);
  }

  /** Admits a one-click unsubscribe; repeats do not count. @throws ProblemError `rate_limited`, `unavailable` */
  async admitOneClick(address: string, token: string): Promise<void> {
    await this.admit('one-click', address, this.settings.oneClicksPerMinute, token);
  }

  /** Returns whether a client may cause another recovery email to an account, known or not. @throws ProblemError `unavailable` */
  async admitRecovery(address: string, account: string): Promise<boolean> {
    if (!this.settings.enabled) return true;
    const key = `gateway:limit:recovery:${digest(account)}`;
    const windows = [
      { key: `${key}:${rateLimitKey(address)}`, length: recoveryWindow, limit: recoveriesPerWindow.client },
      { key, length: recoveryWindow, limit: recoveriesPerWindow.all },
    ];
    try {
      const { wait } = await takeFromWindows(this.redis, windows, randomUUID());
      return wait === 0;
    } catch (cause) {
      throw new ProblemError('unavailable', { cause });
    }
  }

  private async admit(kind: string, address: string, limit: number, act: string): Promise<void> {
    if (!this.settings.enabled) return;
    const key = `gateway:limit:${kind}:${rateLimitKey(address)}`;
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
          this.logger.warn({ cause: cause.message }, 'sign-in attempt not uncounted');
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

/** Returns a hash of an email address or request id, so that keys in Redis identify nobody. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
