import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';

/** Whose query it is, which on a server says how it is sent, and when it is no longer wanted. */
export interface Asking {
  client: QueryClient;
  signal: AbortSignal;
}

/**
 * Milliseconds for which an answer is shown without asking again: longer than the web process may keep a page, so that
 * a page that has just arrived asks nothing.
 */
const freshFor = 5 * 60_000;

/**
 * A query of public data. `ask` loads what makes requests when it is called: a page that came from the server has its
 * answers already, and reading it needs neither zod nor the contracts. Its errors are ProblemErrors, or the failure to
 * load that file.
 * @param key Begins as `queryKeyOf` of the api-client has it, so that who changes a record can say which queries are old.
 */
export function publicQuery<Answer>(key: QueryKey, ask: (asking: Asking) => Promise<Answer>) {
  return queryOptions<Answer, Error>({
    queryKey: key,
    queryFn: ask,
    staleTime: freshFor,
    meta: { access: 'public' },
  });
}
