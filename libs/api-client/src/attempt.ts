import { z } from 'zod';
import { newIdempotencyKey } from './idempotency-key.js';

const attempt = z.object({ fingerprint: z.string(), key: z.string() });
type Attempt = z.output<typeof attempt>;

/** Keeps one Idempotency-Key for repeated attempts to send the same form input, until an attempt succeeds. */
export class FormAttempts {
  private open: Attempt | null = null;

  constructor(private readonly rememberAs?: string) {}

  async run<T>(input: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const fingerprint = JSON.stringify(input);
    this.open ??= this.restore();
    if (this.open?.fingerprint !== fingerprint) this.store({ fingerprint, key: newIdempotencyKey() });
    const current = this.open!;
    const result = await send(current.key);
    if (this.open === current) this.store(null);
    return result;
  }

  private restore(): Attempt | null {
    if (!this.rememberAs) return null;
    try {
      return attempt.parse(JSON.parse(sessionStorage.getItem(this.rememberAs) ?? 'null'));
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
