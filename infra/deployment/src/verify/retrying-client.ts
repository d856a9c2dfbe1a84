import { setTimeout as delay } from 'node:timers/promises';

/**
 * Default rule: requests are retried after failed or reset connections and after 502, 503 and 504, until `deadline`.
 * All requests must be idempotent: GETs, POSTs with an Idempotency-Key, edits that name a version.
 */
export const RETRY_RULE: RetryRule = {
  statuses: [502, 503, 504],
  /** ms before the nth retry, unless Retry-After is longer. The last value applies to all further retries. */
  delays: [100, 300, 1_000, 2_000],
  /** ms for all attempts of one request: as long as a person waits for a form. */
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
  /** HTTP status; 0 after a failed connection. */
  status: number;
  text: string;
  headers: Headers;
  failedAttempts: string[];
  /** Duration in ms, including all attempts and delays. */
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
    private readonly rule: RetryRule = RETRY_RULE,
  ) {}

  async #attempt({ method, path, headers = {}, body }: ClientRequest): Promise<Attempt> {
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

  /** Sends a request and retries it by the rule. Resolves to the last attempt's outcome, also if the server fails. */
  async send(request: ClientRequest): Promise<Outcome> {
    const began = performance.now();
    const failedAttempts: string[] = [];
    const { delays } = this.rule;
    for (;;) {
      const { error, ...result } = await this.#attempt(request);
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
