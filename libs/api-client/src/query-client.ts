import { onAuthEvent } from '@docfolio/api-client/session';
import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.js';
import type { SendOptions } from './send.js';

const maxRetries = 2;
/** Maximum ms before a query's retry, even if Retry-After is longer, because a user is waiting. */
const maxRetryDelay = 10_000;

/** The `fetch` and timeout (ms) of queries on a server, where relative URLs have no origin. */
export type Transport = Pick<SendOptions, 'fetch' | 'timeout'>;

// The transport is stored on the client, because host and remotes share the client but not this module.
interface ClientWithTransport extends QueryClient {
  transport?: Transport;
}

export const transportOf = (client: QueryClient): Transport => (client as ClientWithTransport).transport ?? {};

/**
 * Creates the query client for rendering one page on a server. It doesn't retry, because the visitor is waiting.
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
 * Creates the browser's query client. It retries queries, at most twice, only after problems with status 503 (such as
 * network errors), and removes non-public queries on sign-out. `networkMode` is `always`, because `navigator.onLine` may
 * be false while the server is on the same machine or network.
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
