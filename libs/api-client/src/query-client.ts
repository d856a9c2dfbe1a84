import { onAuthEvent } from '@docfolio/api-client/session';
import { QueryClient } from '@tanstack/react-query';
import { isProblem } from './problem.js';

/** Tries after the first that a query makes when its service can't be reached. */
const maxRetries = 2;
/** Milliseconds that a query waits for its next try at most, whatever Retry-After says: somebody is looking on. */
const longestWait = 10_000;

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
