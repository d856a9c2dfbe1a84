import { newIdempotencyKey } from './idempotency-key.js';

/**
 * One form's attempts to send. The same input keeps its Idempotency-Key until it has been taken; another input, or
 * the same one after a success, is a new act with a new key.
 */
export class FormAttempts {
  #open: { fingerprint: string; key: string } | null = null;

  async run<T>(input: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const fingerprint = JSON.stringify(input);
    if (this.#open?.fingerprint !== fingerprint) this.#open = { fingerprint, key: newIdempotencyKey() };
    const attempt = this.#open;
    const answer = await send(attempt.key);
    if (this.#open === attempt) this.#open = null;
    return answer;
  }
}
