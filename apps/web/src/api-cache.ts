import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type CacheTag, cacheTagsHeader } from '@docfolio/contracts/core/cache';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import type { AddressLimit } from '@docfolio/edge/address-limit';
import { cacheSequenceHead, cacheSequenceHeader, cacheSequenceOf, isCurrent } from '@docfolio/edge/cache-sequence';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { ageOf, type CacheHit, type HitName, type ReadyResponses } from '@docfolio/edge/ready-responses';
import { type Representation, responseWith } from '@docfolio/edge/representations';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import { observeCache } from '@docfolio/process/metrics/http-metrics';

export type ApiInvalidations = Pick<InvalidationFeed, 'sequence' | 'isSynced' | 'addListener'>;

interface ApiCacheOptions {
  invalidations: ApiInvalidations;
  /** Counts the cache hits. The gateway counts all other requests, and has the same limit. */
  limit: AddressLimit;
}

/** A response of the gateway, as the proxy receives it. */
export interface GatewayResponse {
  statusCode: number;
  headers: IncomingHttpHeaders;
  stream: Readable;
}

interface Entry {
  /** As the gateway sent it. */
  representation: Representation;
  /** `performance.now()` at which the service was called. */
  computedAt: number;
}

const name: HitName = { cache: 'responses', operation: 'api', route: 'api' };

/** Bytes of all cached responses, and of the largest one. */
const maxBytes = 16 * 1024 * 1024;
const maxBody = 1024 * 1024;

/** Headers that belong to one response or connection, or that Node writes. */
const notStored = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'],
  ...['x-request-id', 'age', cacheSequenceHeader, cacheTagsHeader],
]);
/** Headers that a 304 does not have. */
const ofBody = new Set(['content-type', 'content-encoding']);

/**
 * Caches the gateway's public responses by URL and encoding, until a tag is invalidated, for at most 60 s after the
 * service was called. While no invalidations are received, all requests go to the gateway, as do those with a cookie or
 * `Authorization`.
 */
export class ApiCache implements ReadyResponses {
  readonly limit: AddressLimit;
  private readonly cache = new TaggedCache<Entry>({
    maxBytes,
    sizeOf: ({ representation: { body, head } }) => body.length + 2 * head.join().length,
  });

  constructor(private readonly options: ApiCacheOptions) {
    this.limit = options.limit;
    options.invalidations.addListener(this.cache);
  }

  find(request: IncomingMessage, requestId: string): CacheHit | undefined {
    const { invalidations } = this.options;
    // The proxy checks a Content-Type.
    if (!isAnonymous(request.headers) || request.headers['content-type'] !== undefined) return undefined;
    if (!invalidations.isSynced) return undefined;
    const entry = this.cache.get(keyOf(request));
    if (!entry) return undefined;
    const { status, head, body } = responseWith(entry.representation, request.headers['if-none-match']);
    // Invalidations received so far have not removed the response, so it reflects them.
    const sequence = cacheSequenceHead(invalidations.sequence);
    const varying = ['x-request-id', requestId, 'age', ageOf(entry.computedAt), ...sequence];
    return { response: { status, head: head.concat(varying), body }, name };
  }

  /** Returns whether `read` can cache a response of the gateway. */
  isCacheable(request: IncomingMessage, { statusCode, headers }: GatewayResponse): boolean {
    return (
      statusCode === 200 &&
      request.method === 'GET' &&
      isAnonymous(request.headers) &&
      headers[cacheTagsHeader] !== undefined &&
      headers.etag !== undefined &&
      headers.vary === 'accept-encoding' &&
      Number(headers['content-length']) <= maxBody
    );
  }

  /** Reads the body of a cacheable response, and caches the response unless it may be stale. @throws if reading fails */
  async read(request: IncomingMessage, { headers, stream }: GatewayResponse): Promise<Buffer> {
    observeCache('responses', false);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const age = Number(headers.age ?? 0) * 1_000;
    // Without this check the gateway could have computed it before an invalidation that was received here since.
    if (isCurrent(cacheSequenceOf(headers), this.options.invalidations.sequence)) {
      const entry = { representation: representationOf(headers, body), computedAt: performance.now() - age };
      await this.cache.fill(keyOf(request), tagsOf(headers), async () => entry, age);
    }
    return body;
  }
}

function isAnonymous({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined && cookie === undefined;
}

function keyOf({ url, headers }: IncomingMessage): string {
  return `${acceptedEncoding(headers)} ${url}`;
}

function tagsOf(headers: IncomingHttpHeaders): CacheTag[] {
  return String(headers[cacheTagsHeader]).split(',') as CacheTag[];
}

function representationOf(headers: IncomingHttpHeaders, body: Buffer): Representation {
  const stored = Object.entries(headers).filter(([name, value]) => value !== undefined && !notStored.has(name));
  const flat = (entries: typeof stored) => entries.flatMap(([name, value]) => [name, String(value)]);
  return {
    head: [...flat(stored), 'content-length', String(body.length)],
    headWithoutBody: flat(stored.filter(([name]) => !ofBody.has(name))),
    etag: String(headers.etag),
    body,
  };
}
