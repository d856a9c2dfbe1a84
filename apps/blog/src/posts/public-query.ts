import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { loadRequests } from '../load-requests.js';
import type { RequestContext } from '../requests.js';

type Requests = Awaited<ReturnType<typeof loadRequests>>;

/** ms without a refetch: longer than the web process caches a page, so that a page that has just arrived requests nothing. */
const staleTime = 5 * 60_000;

/**
 * Returns the options of a query for public data. Its errors are ProblemErrors, or the failure to load requests.ts.
 * @param key must begin as `queryKeyOf` of the api-client does, so that changes of a record invalidate it
 */
export function publicQuery<Data>(
  key: QueryKey,
  request: (requests: Requests, context: RequestContext) => Promise<Data>,
) {
  return queryOptions<Data, Error>({
    queryKey: key,
    queryFn: async (context) => request(await loadRequests(), context),
    staleTime,
    meta: { access: 'public' },
  });
}
