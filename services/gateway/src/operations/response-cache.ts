import { cacheTagsHeader } from '@docfolio/contracts/core/cache';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import type { AddressLimit } from '@docfolio/edge/address-limit';
import { cacheSequenceHead } from '@docfolio/edge/cache-sequence';
import type { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { ageOf, type CacheHit, type HitName, KeysByUrl, type ReadyResponses } from '@docfolio/edge/ready-responses';
import { Representations, type RepresentationsOptions, responseWith } from '@docfolio/edge/representations';
import { TaggedCache } from '@docfolio/edge/tagged-cache';
import { observeCache } from '@docfolio/process/metrics/http-metrics';
import { canonicalJson } from '@docfolio/service-kit/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from '../http/api-prefix.js';
import { everywhere } from '../http/headers.js';
import type { OperationInput } from './operation-input.js';

export interface ResponseCacheOptions {
  feed: InvalidationFeed;
  /** Size of the cache in bytes. */
  maxBytes: number;
  /** Counts the cache hits. Fastify counts all other requests by the same limit. */
  limit: AddressLimit;
}

interface Entry {
  representations: Representations;
  name: HitName;
  /** Number of the last invalidation before the service was called. */
  sequence: number;
  /** `performance.now()` of that call. */
  computedAt: number;
}

/** Brotli level, 0 to 11. Higher ones take several times as long for 3 % fewer bytes. */
const brotliQuality = 5;

/** Caches responses by operation and parsed input, until a `cache` tag of the operation is invalidated, up to 60 s. */
export class ResponseCache implements ReadyResponses {
  readonly limit: AddressLimit;
  private readonly feed: InvalidationFeed;
  private readonly cache: TaggedCache<Entry>;
  private readonly keys = new KeysByUrl<string>();

  constructor({ feed, maxBytes, limit }: ResponseCacheOptions) {
    this.feed = feed;
    this.limit = limit;
    this.cache = new TaggedCache({ maxBytes, sizeOf: ({ representations }) => representations.size });
    feed.addListener(this.cache);
  }

  start(): Promise<void> {
    return this.feed.start();
  }

  close(): Promise<void> {
    return this.feed.close();
  }

  find({ url = '', headers }: FastifyRequest['raw'], requestId: string): CacheHit | undefined {
    const key = this.keys.get(url);
    const entry = key === undefined ? undefined : this.cache.get(key);
    const representation = entry?.representations.peek(acceptedEncoding(headers));
    if (!entry || !representation) return undefined;
    const { status, head, body } = responseWith(representation, headers['if-none-match']);
    // Invalidations received so far have not removed it, so it reflects them.
    const varying = [
      'x-request-id',
      requestId,
      ...cacheSequenceHead(this.feed.sequence),
      'age',
      ageOf(entry.computedAt),
    ];
    return { response: { status, head: head.concat(varying), body }, name: entry.name };
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
    const cached = this.cache.get(key);
    observeCache('responses', cached !== undefined);
    const entry = cached ?? (await this.fill(key, operation, make));
    const sequence = cached ? this.feed.sequence : entry.sequence;
    // Only cache hits have an age.
    const age = cached && ageOf(cached.computedAt);
    this.keys.set(request.raw.url ?? '', key);
    const representation = await entry.representations.get(acceptedEncoding(request.headers));
    const { status, head, body } = responseWith(representation, request.headers['if-none-match']);
    reply.status(status);
    for (let at = 0; at < head.length; at += 2) reply.header(head[at]!, head[at + 1]);
    reply.header(...cacheSequenceHead(sequence));
    if (age !== undefined) reply.header('age', age);
    reply.send(body);
  }

  private fill(key: string, operation: Operation, make: () => Promise<unknown>): Promise<Entry> {
    const tags = operation.cache ?? [];
    return this.cache.fill(key, tags, async () => {
      // Read before the call, so that the response reflects at least these invalidations.
      const { sequence } = this.feed;
      const computedAt = performance.now();
      const text = Buffer.from(JSON.stringify(await make()));
      const headsOf: RepresentationsOptions['headsOf'] = (etag, length, encoding) => {
        // Clients may store the response, but must revalidate it.
        const headWithoutBody = { ...everywhere, 'cache-control': 'no-cache', vary: 'accept-encoding', etag };
        const head = {
          ...headWithoutBody,
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(length),
          [cacheTagsHeader]: tags.join(),
          'content-encoding': encoding,
        };
        return { head, headWithoutBody };
      };
      const representations = new Representations(text, { quality: brotliQuality, onlyIfHalved: true, headsOf });
      const route = apiPrefix + operation.path;
      const name: HitName = { cache: 'responses', operation: `GET ${route}`, route };
      return { representations, name, sequence, computedAt };
    });
  }
}
