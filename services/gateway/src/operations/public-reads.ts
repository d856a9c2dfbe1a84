import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import { type Operation, operationKey } from '@docfolio/contracts/operation';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import { observeCache } from '@docfolio/process/metrics/http-metrics';
import { canonicalJson } from '@docfolio/service-kit/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyResponse, ReadyResponses } from '../http/cache-fast-path.js';
import { apiPrefix } from './api-prefix.js';
import { CachedResponse, type Representation } from './cached-response.js';
import type { OperationInput } from './operation-input.js';

export interface PublicReadsOptions {
  feed: InvalidationFeed;
  /** Size of the cache in bytes. */
  maxBytes: number;
}

/** Memoised URLs: their number, and their length in characters. */
const spellings = { count: 10_000, length: 300 };

/** Caches responses by operation and parsed input, until a `cache` tag of the operation is invalidated, up to 60 s. */
export class PublicReads implements ReadyResponses {
  private readonly feed: InvalidationFeed;
  private readonly cache: TaggedCache<CachedResponse>;
  /** Cache keys by URL, so that a hit parses nothing. */
  private readonly keyOfUrl = new Map<string, string>();

  constructor({ feed, maxBytes }: PublicReadsOptions) {
    this.feed = feed;
    this.cache = new TaggedCache({ maxBytes, sizeOf: ({ bytes }) => bytes });
    feed.addListener(this.cache);
  }

  start(): Promise<void> {
    return this.feed.start();
  }

  close(): Promise<void> {
    return this.feed.close();
  }

  find(url: string, acceptEncoding: string | undefined, knownEtag: string | undefined): ReadyResponse | undefined {
    const key = this.keyOfUrl.get(url);
    const answer = key === undefined ? undefined : this.cache.get(key);
    const representation = answer?.peek(acceptedEncoding(acceptEncoding));
    if (!answer || !representation) return undefined;
    // Invalidations received so far have not removed it, so it reflects them.
    return {
      route: answer.route,
      sequence: this.feed.sequence,
      age: answer.age,
      ...responseFor(representation, knownEtag),
    };
  }

  /** Sends the cached response, or calls `make`, once for concurrent requests, and caches that. @throws as `make` */
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
    const representation = await answer.get(acceptedEncoding(request.headers['accept-encoding']));
    const { status, headers, body } = responseFor(representation, request.headers['if-none-match']);
    reply.status(status).headers(headers).header(cacheSequenceHeader, String(sequence));
    // Only cache hits have an age.
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
    observeCache('responses', kept !== undefined);
    if (kept) return { answer: kept, sequence: this.feed.sequence, age: kept.age };
    const tags = operation.cache ?? [];
    const answer = await this.cache.fill(key, tags, async () => {
      // Read before the call, so that the response reflects at least these invalidations.
      const { sequence } = this.feed;
      const began = performance.now();
      const body = Buffer.from(JSON.stringify(await make()));
      return new CachedResponse(apiPrefix + operation.path, tags, sequence, began, body);
    });
    return { answer, sequence: answer.sequence };
  }
}

/** Returns a 304 without a body if If-None-Match names this ETag. */
function responseFor({ etag, headers, headersWithoutBody, body }: Representation, knownEtag: string | undefined) {
  return matchesEtag(etag, knownEtag)
    ? ({ status: 304, headers: headersWithoutBody, body: undefined } as const)
    : ({ status: 200, headers, body } as const);
}
