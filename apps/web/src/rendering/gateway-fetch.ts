import { cacheSequenceOf, oldestSequence, unknownSequence } from '@docfolio/edge/cache-sequence';
import { activeTraceparent } from '@docfolio/process/tracing/tracer';
import { isConnectFailure, isConnectionReset } from '../gateway-connection.js';
import type { PageSource } from './rendered.js';

interface GatewayFetchOptions {
  gatewayUrl: string;
  /** The visitor's address, which the gateway limits by. Nothing else of the visitor is forwarded. */
  address: string;
  requestId: string;
  signal: AbortSignal;
  /** Complete responses by URL that take the place of the first request of each. */
  received?: Map<string, Response>;
}

/** A `fetch` for rendering one page. Records how fresh the gateway's responses were, and refusals by a rate limit. */
export class GatewayFetch {
  /** All responses reflect the invalidations up to this number: Infinity before the first, `unknownSequence` if one failed. */
  sequence = oldestSequence();

  /** Age in ms of the oldest response from the gateway's cache. */
  age = 0;

  /** Whether a response came from a service instead of the gateway's cache. */
  isLive = false;

  /** Retry-After in seconds if the gateway refused a request because of the visitor's rate limit; else undefined. */
  retryAfter: number | undefined;

  private readonly responses: PageSource[] = [];
  private isRepeatable = true;
  private pending = 0;

  constructor(private readonly options: GatewayFetchOptions) {}

  /** Whether a response of the gateway is awaited. */
  get isWaiting(): boolean {
    return this.pending > 0;
  }

  /** The responses so far; undefined if one cannot be revalidated: it failed, was not a GET's, or has no ETag. */
  get sources(): readonly PageSource[] | undefined {
    return this.isRepeatable && this.pending === 0 ? this.responses : undefined;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { gatewayUrl, address, requestId, signal } = this.options;
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    headers.set('x-request-id', requestId);
    const traceparent = activeTraceparent();
    if (traceparent !== undefined) headers.set('traceparent', traceparent);
    // On the same machine or network, compressing costs more than it saves.
    headers.set('accept-encoding', 'identity');
    const signals = init.signal ? [init.signal, signal] : [signal];
    const url = new URL(String(input), gatewayUrl);
    this.pending += 1;
    try {
      const response =
        this.receivedFor(String(input), init) ??
        (await fetchWithRetry(url, { ...init, headers, signal: AbortSignal.any(signals) }));
      this.recordAge(response);
      this.recordSource(String(input), init, response);
      if (response.status === 429) this.retryAfter = Number(response.headers.get('retry-after')) || 1;
      this.sequence = oldestSequence(this.sequence, cacheSequenceOf(response.headers));
      return response;
    } catch (error) {
      this.sequence = unknownSequence;
      this.isRepeatable = false;
      throw error;
    } finally {
      this.pending -= 1;
    }
  };

  private receivedFor(url: string, { method = 'GET' }: RequestInit): Response | undefined {
    const response = method === 'GET' ? this.options.received?.get(url) : undefined;
    if (response) this.options.received?.delete(url);
    return response;
  }

  private recordAge({ headers, status }: Response): void {
    const age = headers.get('age');
    if (age !== null) this.age = Math.max(this.age, Number(age) * 1000 || 0);
    else if (status < 500 && status !== 429) this.isLive = true;
  }

  private recordSource(url: string, { method = 'GET' }: RequestInit, { status, headers }: Response): void {
    const etag = headers.get('etag');
    if (method === 'GET' && status === 200 && etag !== null) this.responses.push({ url, etag });
    else this.isRepeatable = false;
  }
}

/** Retries once after a failed attempt to connect or ECONNRESET, and a GET after any broken connection. */
async function fetchWithRetry(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const isGet = (init.method ?? 'GET') === 'GET';
    if (!isConnectFailure(error) && !(isGet && isConnectionReset(error))) throw error;
    return fetch(url, init);
  }
}
