import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import { isConnectFailure, isConnectionReset } from '../gateway-connection.js';

interface GatewayFetchOptions {
  gatewayUrl: string;
  /** Who asked for the page: the gateway counts requests by it. Nothing else of the visitor's is passed on. */
  address: string;
  requestId: string;
  /** Ends what is under way. */
  signal: AbortSignal;
}

/** The sequence of what nobody may keep: less than any number of an invalidation. */
const unknown = -1;

/**
 * How pages that are drawn here reach the gateway. Remembers how old the answers are: `sequence` is the number of the
 * last invalidation that all of them are sure to be made after.
 */
export class GatewayFetch {
  /** Infinity before the first answer, -1 as soon as one says nothing or doesn't come. */
  sequence = Number.POSITIVE_INFINITY;

  /** Milliseconds that the oldest answer has been kept by the gateway. */
  age = 0;

  /** Whether a service has answered now, if only that there is nothing: not the gateway from what it keeps. */
  isLive = false;

  constructor(private readonly options: GatewayFetchOptions) {}

  /** Seconds after which to come back, once the gateway has refused this visitor: he asks too often. */
  limited: number | undefined;

  /** fetch for the relative addresses of the api-client. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { gatewayUrl, address, requestId, signal } = this.options;
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    headers.set('x-request-id', requestId);
    // On the same machine or network, compressing costs more than it saves.
    headers.set('accept-encoding', 'identity');
    const signals = init.signal ? [init.signal, signal] : [signal];
    const url = new URL(String(input), gatewayUrl);
    try {
      const response = await fetchTwice(url, { ...init, headers, signal: AbortSignal.any(signals) });
      this.#noteAge(response);
      if (response.status === 429) this.limited = Number(response.headers.get('retry-after')) || 1;
      this.#note(response.headers.get(cacheSequenceHeader));
      return response;
    } catch (error) {
      this.#note(null);
      throw error;
    }
  };

  #noteAge({ headers, status }: Response): void {
    const age = headers.get('age');
    if (age !== null) this.age = Math.max(this.age, Number(age) * 1000 || 0);
    else if (status < 500 && status !== 429) this.isLive = true;
  }

  #note(sequence: string | null): void {
    this.sequence = Math.min(this.sequence, sequence !== null && /^\d+$/.test(sequence) ? Number(sequence) : unknown);
  }
}

/** Sends a request again if the connection could not be made, a GET also if it was reset: a replica is restarting. */
async function fetchTwice(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const isGet = (init.method ?? 'GET') === 'GET';
    if (!isConnectFailure(error) && !(isGet && isConnectionReset(error))) throw error;
    return fetch(url, init);
  }
}
