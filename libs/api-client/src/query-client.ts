import { onAuthEvent } from '@docfolio/api-client/session';
import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.js';
import type { SendOptions } from './send.js';

/** Tries after the first that a query makes when its service can't be reached. */
const maxRetries = 2;
/** Milliseconds that a query waits for its next try at most, whatever Retry-After says: somebody is looking on. */
const longestWait = 10_000;

/** How queries reach the gateway where there is no page whose origin it shares: on a server. */
export type Transport = Pick<SendOptions, 'fetch' | 'timeout'>;

// Kept on the client, because hosts and remotes are built apart: each has a copy of this module, and all have the client.
interface TransportingClient extends QueryClient {
  transport?: Transport;
}

/** How this client's queries are sent; each query of `queryOf` is sent that way. */
export const transportOf = (client: QueryClient): Transport => (client as TransportingClient).transport ?? {};

/**
 * A query client for one page that a server draws: no retries, for nobody waits that long.
 * @param transport Its `fetch` has to take the relative addresses of `httpRequest`.
 */
export function createServerQueryClient(transport: Transport): QueryClient {
  const client: TransportingClient = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.transport = transport;
  return client;
}

/**
 * The page's query client. Queries are tried again only where another try can help, never because a record is missing
 * or refused. Nothing waits for `navigator.onLine`, which is false beside a server on the same machine or network.
 * What only a signed-in user may see is forgotten on sign-out.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries && isAway(error),
        retryDelay: (failures, error) => Math.min(longestWait, Math.max(500 * 2 ** failures, retryAfterOf(error))),
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

function isAway(error: Error): boolean {
  return isProblem(error) && error.status === 503;
}

function retryAfterOf(error: Error): number {
  return isProblem(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
}
