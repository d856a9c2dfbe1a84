import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import { type Operation, operationKey } from '@docfolio/contracts/operation';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import { canonicalJson } from '@docfolio/service-kit/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyResponse, ReadyResponses } from '../http/cache-fast-path.js';
import { apiPrefix } from './api-prefix.js';
import { CachedResponse, encodingFor, type Representation } from './cached-response.js';
import type { OperationInput } from './operation-input.js';

export interface PublicReadsOptions {
  feed: InvalidationFeed;
  /** Size of the cache in bytes. */
  maxBytes: number;
}

/** Maximum number of memoised URLs, and their length. */
const spellings = { count: 10_000, length: 300 };

/**
 * Cache of public operations with cache tags: entries live until an event invalidates one of their tags, at most 60 s.
 * Keyed by operation and parsed input, so that equivalent URLs share an entry.
 */
export class PublicReads implements ReadyResponses {
  private readonly feed: InvalidationFeed;
  private readonly cache: TaggedCache<CachedResponse>;
  /** Memoised keys by URL, to avoid parsing. */
  private readonly keyOfUrl = new Map<string, string>();

  constructor({ feed, maxBytes }: PublicReadsOptions) {
    this.feed = feed;
    this.cache = new TaggedCache({ maxBytes, sizeOf: ({ bytes }) => bytes });
    feed.addListener(this.cache);
  }

  /** Subscribes to invalidations. */
  start(): Promise<void> {
    return this.feed.start();
  }

  close(): Promise<void> {
    return this.feed.close();
  }

  find(url: string, acceptEncoding: string | undefined, knownEtag: string | undefined): ReadyResponse | undefined {
    const key = this.keyOfUrl.get(url);
    const answer = key === undefined ? undefined : this.cache.get(key);
    const representation = answer?.peek(encodingFor(acceptEncoding));
    if (!answer || !representation) return undefined;
    // It has survived every invalidation so far, so it is current.
    return {
      route: answer.route,
      sequence: this.feed.sequence,
      age: answer.age,
      ...responseFor(representation, knownEtag),
    };
  }

  /**
   * Returns the cached response, or computes it with `make`, once for concurrent callers.
   * @throws what `make` throws; errors are not cached
   */
  async answer(
    operation: Operation,
    input: OperationInput,
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<unknown>,
  ): Promise<void> {
    const key = `${operationKey(operation)} ${canonicalJson(input.parsed)}`;
    const { answer, sequence, age } = await this.kept(key, operation, make);
    this.remember(request.raw.url ?? '', key);
    const representation = await answer.get(encodingFor(request.headers['accept-encoding']));
    const { status, headers, body } = responseFor(representation, request.headers['if-none-match']);
    reply.status(status).headers(headers).header(cacheSequenceHeader, String(sequence));
    // Only cache hits have an age: without one the service has responded.
    if (age !== undefined) reply.header('age', String(age));
    reply.send(body);
  }

  private remember(url: string, key: string): void {
    if (url.length > spellings.length) return;
    if (this.keyOfUrl.size >= spellings.count) this.keyOfUrl.clear();
    this.keyOfUrl.set(url, key);
  }

  private async kept(key: string, operation: Operation, make: () => Promise<unknown>) {
    const kept = this.cache.get(key);
    if (kept) return { answer: kept, sequence: this.feed.sequence, age: kept.age };
    const answer = await this.cache.fill(key, operation.cache ?? [], async () => {
      // Read before the call: the response may reflect later invalidations, never fewer.
      const { sequence } = this.feed;
      const began = performance.now();
      const body = Buffer.from(JSON.stringify(await make()));
      return new CachedResponse(apiPrefix + operation.path, sequence, began, body);
    });
    return { answer, sequence: answer.sequence };
  }
}

/** Returns status, headers and body for a client with this ETag. */
function responseFor({ etag, headers, headersWithoutBody, body }: Representation, knownEtag: string | undefined) {
  return matchesEtag(etag, knownEtag)
    ? ({ status: 304, headers: headersWithoutBody, body: undefined } as const)
    : ({ status: 200, headers, body } as const);
}
