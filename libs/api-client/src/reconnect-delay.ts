import { isProblem } from './problem.js';

/** Maximum ms before the first reconnect (minimum: half), doubled for each further one; the server may raise it. */
const minDelay = 250;
const maxDelay = 10_000;

/** The delay before a reconnect, which can be ended early. */
export class ReconnectDelay {
  private base = minDelay;
  private endWait: () => void = () => {};

  /** Sets the first delay, as the server's `retry` asks for. */
  setBase(ms: number): void {
    this.base = Math.min(Math.max(ms, minDelay), maxDelay);
  }

  /** Waits after the given number of failures in a row; longer after a 403, or as `Retry-After` says. */
  wait(failures: number, error: unknown): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.after(failures, error));
      this.endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.endWait();
  }

  private after(failures: number, error: unknown): number {
    if (isProblem(error) && error.status === 403) return maxDelay;
    const delay = Math.min(maxDelay, this.base * 2 ** (failures - 1));
    const retryAfter = isProblem(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
    return Math.max(retryAfter, delay * (0.5 + Math.random() / 2));
  }
}
