import { onAuthEvent } from '@docfolio/api-client/session';
import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.js';
import type { SendOptions } from './send.js';

const maxRetries = 2;
/** Maximum delay in ms before a query is retried, even if Retry-After asks for more, because a user is waiting. */
const maxRetryDelay = 10_000;

/** `fetch` (must accept relative URLs) and timeout (ms) for the queries of a server-rendered page. */
export type Transport = Pick<SendOptions, 'fetch' | 'timeout'>;

// Stored on the client, which host and remotes share; each remote bundles its own copy of this module.
interface ClientWithTransport extends QueryClient {
  transport?: Transport;
}

export const transportOf = (client: QueryClient): Transport => (client as ClientWithTransport).transport ?? {};

/** Creates the query client for server-rendering one page: without retries, and its data never goes stale. */
export function createServerQueryClient(transport: Transport): QueryClient {
  const client: ClientWithTransport = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.transport = transport;
  return client;
}

/**
 * Creates the browser's query client. Data is stale after 30 s; a query that fails with status 503, as network errors
 * do, is retried at most twice. Sign-out removes all queries except those with `meta.access: 'public'`. `networkMode`
 * is `always`, because `navigator.onLine` may be false while the server is on the same machine or network.
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
