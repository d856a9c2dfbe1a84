import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { loadRequests } from '../load-requests.js';
import type { RequestContext } from '../requests.js';

type Requests = Awaited<ReturnType<typeof loadRequests>>;

/** Milliseconds until data is stale: longer than the web process caches a page, whose data is then not refetched. */
const staleTime = 5 * 60_000;

/** Returns `useQuery` options for public data. `key` begins like `queryKeyOf`'s, so that live changes invalidate it. */
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
