import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type CacheTag, cacheSequenceHeader, cacheTagsHeader } from '@docfolio/contracts/cache';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import type { AddressLimit } from '@docfolio/edge/address-limit';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import { addressOf, type TrustedProxies } from '@docfolio/edge/trusted-proxies';
import { observeCache } from '@docfolio/process/metrics/http-metrics';
import type { ReadyResponse, ReadyResponses } from './fast-path.js';

export type ApiInvalidations = Pick<InvalidationFeed, 'sequence' | 'isSynced' | 'addListener'>;

interface ApiCacheOptions {
  invalidations: ApiInvalidations;
  /** Counts the requests that are served from the cache. The gateway counts all others. */
  limit: AddressLimit;
  proxies: TrustedProxies;
}

/** A response of the gateway, as the proxy receives it. */
export interface GatewayResponse {
  statusCode: number;
  headers: IncomingHttpHeaders;
  stream: Readable;
}

interface CachedAnswer {
  /** Header names and values, alternating. */
  head: readonly string[];
  headWithoutBody: readonly string[];
  etag: string;
  body: Buffer;
  /** `performance.now()` at which the service was called. */
  computedAt: number;
}

const served = { cache: 'responses', operation: 'api' } as const;

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
  private readonly answers = new TaggedCache<CachedAnswer>({
    maxBytes,
    sizeOf: ({ body, head }) => body.length + 2 * head.join().length,
  });

  constructor(private readonly options: ApiCacheOptions) {
    options.invalidations.addListener(this.answers);
  }

  find(request: IncomingMessage, requestId: string): ReadyResponse | undefined {
    const { invalidations, limit, proxies } = this.options;
    if (!isAnonymous(request.headers) || !invalidations.isSynced) return undefined;
    const answer = this.answers.get(keyOf(request));
    // Those above the limit go to the gateway, which has the same limit and refuses them.
    if (!answer || limit.count(addressOf(request, proxies)) > 0) return undefined;
    const isCurrent = matchesEtag(answer.etag, request.headers['if-none-match']);
    const age = Math.floor((performance.now() - answer.computedAt) / 1_000);
    const varying = [
      ...['x-request-id', requestId, 'age', String(age)],
      // Invalidations received so far have not removed the response, so it reflects them.
      ...[cacheSequenceHeader, String(invalidations.sequence)],
    ];
    return isCurrent
      ? { status: 304, head: [...answer.headWithoutBody, ...varying], body: undefined, ...served }
      : { status: 200, head: [...answer.head, ...varying], body: answer.body, ...served };
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
    if (Number(headers[cacheSequenceHeader]) >= this.options.invalidations.sequence) {
      const answer = answerOf(headers, body, age);
      await this.answers.fill(keyOf(request), tagsOf(headers), async () => answer, age);
    }
    return body;
  }
}

function isAnonymous({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined && cookie === undefined;
}

function keyOf({ url, headers }: IncomingMessage): string {
  return `${acceptedEncoding(headers['accept-encoding'] as string | undefined)} ${url}`;
}

function tagsOf(headers: IncomingHttpHeaders): CacheTag[] {
  return String(headers[cacheTagsHeader]).split(',') as CacheTag[];
}

function answerOf(headers: IncomingHttpHeaders, body: Buffer, age: number): CachedAnswer {
  const stored = Object.entries(headers).filter(([name, value]) => value !== undefined && !notStored.has(name));
  const flat = (entries: typeof stored) => entries.flatMap(([name, value]) => [name, String(value)]);
  return {
    head: [...flat(stored), 'content-length', String(body.length)],
    headWithoutBody: flat(stored.filter(([name]) => !ofBody.has(name))),
    etag: String(headers.etag),
    body,
    computedAt: performance.now() - age,
  };
}
