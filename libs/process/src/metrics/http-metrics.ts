import { counter, histogram, requestBuckets, statusClass } from './instruments.js';

const requests = histogram({
  name: 'docfolio_http_request_duration_seconds',
  help: 'Time from a request to the end of its response, by method and route (of web: by page), and status class.',
  labels: ['operation', 'status'],
  buckets: requestBuckets,
});
const cacheRequests = counter({
  name: 'docfolio_cache_requests_total',
  help: 'Requests that a cache can serve, by cache and whether it did: `hit` or `miss`.',
  labels: ['cache', 'result'],
});

/** Name of a request that no route or page matches: its path is chosen by the client. */
const unknownOperation = 'none';

/** Measures a request. @param operation one of a fixed set, never a path with its values; undefined for an unknown one */
export function observeRequest(operation: string | undefined, status: number, seconds: number): void {
  requests.observe({ operation: operation ?? unknownOperation, status: statusClass(status) }, seconds);
}

export function observeCache(cache: 'pages' | 'responses', isHit: boolean): void {
  cacheRequests.add({ cache, result: isHit ? 'hit' : 'miss' });
}

/** Measures a request that was served from a cache without any framework, in a time too short to measure. */
export function observeCacheHit(cache: 'pages' | 'responses', operation: string, status: number): void {
  observeRequest(operation, status, 0);
  observeCache(cache, true);
}
