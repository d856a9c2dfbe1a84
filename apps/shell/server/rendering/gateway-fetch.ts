import { cacheSequenceHeader } from '@docfolio/contracts/cache';

interface GatewayFetchOptions {
  gatewayUrl: string;
  /** Who asked for the page: the gateway counts requests by it. Nothing else of the visitor's is passed on. */
  address: string;
  requestId: string;
  /** Ends what is under way. */
  signal: AbortSignal;
}

/**
 * How pages that are drawn here reach the gateway. Remembers how old the answers are: `sequence` is the number of the
 * last invalidation that all of them are sure to be made after.
 */
export class GatewayFetch {
  /** Infinity before the first answer, 0 as soon as one says nothing. */
  sequence = Number.POSITIVE_INFINITY;

  constructor(private readonly options: GatewayFetchOptions) {}

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
    const response = await fetch(url, { ...init, headers, signal: AbortSignal.any(signals) });
    const sequence = response.headers.get(cacheSequenceHeader);
    this.sequence = Math.min(this.sequence, sequence === null ? 0 : Number(sequence) || 0);
    return response;
  };
}
