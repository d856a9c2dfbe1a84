import { z } from 'zod';
import { newIdempotencyKey } from './idempotency-key.js';
import { isProblem } from './problem.js';

const storedAttempt = z.object({ fingerprint: z.string(), key: z.string() });
type Attempt = z.output<typeof storedAttempt>;

/** Longest time (s) that a form waits to be sent again. The gateway limits forms per minute and address. */
const longestWait = 120;
/** Maximum s added to a wait, so that those who wait in one office do not all come at the same time. */
const spread = 3;

/** Called before a form waits, with the seconds until it is sent again. */
type OnWait = (seconds: number) => void;

/** Sends a form; where too many come from an address, waits as long as the server says, and sends it again. */
async function sendPatiently<T>(send: () => Promise<T>, onWait: OnWait): Promise<T> {
  for (let left = longestWait; ; ) {
    try {
      return await send();
    } catch (error) {
      if (!isProblem(error) || error.code !== 'rate_limited' || error.retryAfter === undefined) throw error;
      const seconds = Math.ceil(error.retryAfter + Math.random() * spread);
      if (seconds > left) throw error;
      left -= seconds;
      onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }
}

/** Keeps one Idempotency-Key for repeated attempts to send the same form input, until an attempt succeeds. */
export class FormAttempts {
  private open: Attempt | null = null;

  constructor(private readonly rememberAs?: string) {}

  /** @param onWait makes a form that is refused because of the rate of forms wait and be sent again */
  async run<T>(input: unknown, send: (idempotencyKey: string) => Promise<T>, onWait?: OnWait): Promise<T> {
    const fingerprint = JSON.stringify(input);
    this.open ??= this.restore();
    if (this.open?.fingerprint !== fingerprint) this.store({ fingerprint, key: newIdempotencyKey() });
    const current = this.open!;
    const attempt = () => send(current.key);
    const result = await (onWait ? sendPatiently(attempt, onWait) : attempt());
    if (this.open === current) this.store(null);
    return result;
  }

  private restore(): Attempt | null {
    if (!this.rememberAs) return null;
    try {
      return storedAttempt.parse(JSON.parse(sessionStorage.getItem(this.rememberAs) ?? 'null'));
    } catch {
      return null;
    }
  }

  private store(next: Attempt | null): void {
    this.open = next;
    if (!this.rememberAs) return;
    try {
      if (next) sessionStorage.setItem(this.rememberAs, JSON.stringify(next));
      else sessionStorage.removeItem(this.rememberAs);
    } catch {}
  }
}
