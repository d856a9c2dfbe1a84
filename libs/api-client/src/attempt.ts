import { z } from 'zod';
import { newIdempotencyKey } from './idempotency-key.js';

const attempt = z.object({ fingerprint: z.string(), key: z.string() });
type Attempt = z.output<typeof attempt>;

/**
 * One form's attempts to send. The same input keeps its Idempotency-Key until it has been taken; another input, or
 * the same one after a success, is a new act with a new key.
 * @param rememberAs A key of sessionStorage, for a form whose draft outlives a reload: sending the draft again is then
 *   still the same act. The input itself is stored there too.
 */
export class FormAttempts {
  #open: Attempt | null = null;

  constructor(private readonly rememberAs?: string) {}

  async run<T>(input: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const fingerprint = JSON.stringify(input);
    this.#open ??= this.#remembered();
    if (this.#open?.fingerprint !== fingerprint) this.#remember({ fingerprint, key: newIdempotencyKey() });
    const current = this.#open!;
    const answer = await send(current.key);
    if (this.#open === current) this.#remember(null);
    return answer;
  }

  #remembered(): Attempt | null {
    if (!this.rememberAs) return null;
    try {
      return attempt.parse(JSON.parse(sessionStorage.getItem(this.rememberAs) ?? 'null'));
    } catch {
      // Nothing is stored, or the browser stores nothing: the attempt is a new one.
      return null;
    }
  }

  #remember(next: Attempt | null): void {
    this.#open = next;
    if (!this.rememberAs) return;
    try {
      if (next) sessionStorage.setItem(this.rememberAs, JSON.stringify(next));
      else sessionStorage.removeItem(this.rememberAs);
    } catch {
      // A browser that stores nothing keeps the key until the page is left.
    }
  }
}
