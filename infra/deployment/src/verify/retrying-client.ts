import { setTimeout as delay } from 'node:timers/promises';

/** Retries after failed connections and these statuses. Use it for idempotent requests only. */
export const retryRule: RetryRule = {
  statuses: [502, 503, 504],
  /** ms before the nth retry, or Retry-After if that is longer. Further retries use the last value. */
  delays: [100, 300, 1_000, 2_000],
  /** ms after which no further attempt begins. */
  deadline: 30_000,
  /** ms for one attempt, as in the browser's client. */
  attempt: 15_000,
};

export interface RetryRule {
  statuses: number[];
  delays: number[];
  deadline: number;
  attempt: number;
}

export interface ClientRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object | FormData;
}

export interface Outcome {
  /** HTTP status of the last attempt; 0 after a failed connection. */
  status: number;
  text: string;
  headers: Headers;
  failedAttempts: string[];
  /** ms, including all attempts and delays. */
  duration: number;
}

interface Attempt {
  status: number;
  text: string;
  headers: Headers;
  error?: string;
}

const codeOf = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

export class RetryingClient {
  constructor(
    readonly origin: string,
    private readonly rule: RetryRule = retryRule,
  ) {}

  private async attempt({ method, path, headers = {}, body }: ClientRequest): Promise<Attempt> {
    const json = body !== undefined && !(body instanceof FormData);
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method,
        headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.rule.attempt),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    } catch (error) {
      return { status: 0, text: '', headers: new Headers(), error: codeOf(error) };
    }
  }

  /** Sends a request and retries it by the rule. Resolves to the last attempt's outcome, also if that failed. */
  async send(request: ClientRequest): Promise<Outcome> {
    const began = performance.now();
    const failedAttempts: string[] = [];
    const { delays } = this.rule;
    for (;;) {
      const { error, ...result } = await this.attempt(request);
      const duration = performance.now() - began;
      const repeatable = result.status === 0 || this.rule.statuses.includes(result.status);
      const wait = Math.max(
        delays[Math.min(failedAttempts.length, delays.length - 1)] ?? 0,
        Number(result.headers.get('retry-after') ?? 0) * 1000 || 0,
      );
      if (!repeatable || duration + wait > this.rule.deadline) return { ...result, failedAttempts, duration };
      failedAttempts.push(error ?? String(result.status));
      await delay(wait);
    }
  }
}
