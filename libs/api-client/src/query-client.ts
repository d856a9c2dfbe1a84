import { onAuthEvent } from '@docfolio/api-client/session';
import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.js';
import type { SendOptions } from './send.js';

const maxRetries = 2;
/** Maximum ms before a query's retry, even if Retry-After is longer: a user is waiting. */
const maxRetryDelay = 10_000;

/** How queries reach the gateway on a server, where relative URLs have no origin. */
export type Transport = Pick<SendOptions, 'fetch' | 'timeout'>;

// Stored on the client, which host and remotes share, while each has its own copy of this module.
interface ClientWithTransport extends QueryClient {
  transport?: Transport;
}

export const transportOf = (client: QueryClient): Transport => (client as ClientWithTransport).transport ?? {};

/**
 * Creates the query client of one server-rendered page. Without retries, because the visitor's timeout is shorter.
 * @param transport its `fetch` must accept the relative URLs of `httpRequest`
 */
export function createServerQueryClient(transport: Transport): QueryClient {
  const client: ClientWithTransport = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.transport = transport;
  return client;
}

/**
 * Creates the page's query client. It retries a query only if the service is unavailable (503), and removes non-public
 * queries on sign-out. `networkMode` is `always`, because `navigator.onLine` may be false although the server is on the
 * same machine or network.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries && isUnavailable(error),
        retryDelay: (failures, error) => Math.min(maxRetryDelay, Math.max(500 * 2 ** failures, retryAfterOf(error))),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  if (typeof window !== 'undefined')
    onAuthEvent((event) => {
      if (event === 'SIGNED_OUT') client.removeQueries({ predicate: ({ meta }) => meta?.access !== 'public' });
    });
  return client;
}

function isUnavailable(error: Error): boolean {
  return isProblem(error) && error.status === 503;
}

function retryAfterOf(error: Error): number {
  return isProblem(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
}
