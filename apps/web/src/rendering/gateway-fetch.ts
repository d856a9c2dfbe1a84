import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import { isConnectFailure, isConnectionReset } from '../gateway-connection.js';

interface GatewayFetchOptions {
  gatewayUrl: string;
  /** The visitor's address, which the gateway limits by. Nothing else of the visitor is forwarded. */
  address: string;
  requestId: string;
  signal: AbortSignal;
}

/** Sequence for an unknown freshness: lower than that of any invalidation, so that the page is not cached. */
const unknownSequence = -1;

/** A `fetch` for rendering one page. Records how fresh the gateway's responses were, and refusals by a rate limit. */
export class GatewayFetch {
  /** All responses include the invalidations up to this number. Infinity before the first; -1 if one is unknown. */
  sequence = Number.POSITIVE_INFINITY;

  /** Age in ms of the oldest response from the gateway's cache. */
  age = 0;

  /** Whether a response came from a service instead of the gateway's cache. */
  isLive = false;

  /** Retry-After in seconds if the gateway refused a request because of the visitor's rate limit; else undefined. */
  retryAfter: number | undefined;

  private pending = 0;

  constructor(private readonly options: GatewayFetchOptions) {}

  /** Whether a response of the gateway is awaited. */
  get isWaiting(): boolean {
    return this.pending > 0;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { gatewayUrl, address, requestId, signal } = this.options;
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    headers.set('x-request-id', requestId);
    // On the same machine or network, compressing costs more than it saves.
    headers.set('accept-encoding', 'identity');
    const signals = init.signal ? [init.signal, signal] : [signal];
    const url = new URL(String(input), gatewayUrl);
    this.pending += 1;
    try {
      const response = await fetchWithRetry(url, { ...init, headers, signal: AbortSignal.any(signals) });
      this.recordAge(response);
      if (response.status === 429) this.retryAfter = Number(response.headers.get('retry-after')) || 1;
      this.recordSequence(response.headers.get(cacheSequenceHeader));
      return response;
    } catch (error) {
      this.recordSequence(null);
      throw error;
    } finally {
      this.pending -= 1;
    }
  };

  private recordAge({ headers, status }: Response): void {
    const age = headers.get('age');
    if (age !== null) this.age = Math.max(this.age, Number(age) * 1000 || 0);
    else if (status < 500 && status !== 429) this.isLive = true;
  }

  private recordSequence(header: string | null): void {
    this.sequence = Math.min(this.sequence, header !== null && /^\d+$/.test(header) ? Number(header) : unknownSequence);
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
