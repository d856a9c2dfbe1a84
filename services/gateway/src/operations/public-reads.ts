import { cacheSequenceHeader } from '@docfolio/contracts/cache';
import { type Operation, operationKey } from '@docfolio/contracts/operation';
import { isKnown } from '@docfolio/response-cache/entity-tag';
import type { InvalidationFeed } from '@docfolio/response-cache/invalidation-feed';
import { TaggedCache } from '@docfolio/response-cache/tagged-cache';
import { canonicalJson } from '@docfolio/service-kit/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyAnswer, ReadyAnswers } from '../http/fast-lane.js';
import { apiPrefix } from './api-prefix.js';
import { CachedAnswer, encodingFor, type Representation } from './cached-answer.js';
import type { OperationInput } from './operation-input.js';

export interface PublicReadsOptions {
  feed: InvalidationFeed;
  /** Bytes that kept answers may take. */
  maxBytes: number;
}

/** Spellings of URLs that are remembered until there are more, and characters of one. */
const spellings = { count: 10_000, length: 300 };

/**
 * Answers of public operations that name cache tags, kept until an event drops one of them, at most 60 s. Two URLs that
 * mean the same are one entry: it is known by the operation and its parsed input.
 */
export class PublicReads implements ReadyAnswers {
  private readonly feed: InvalidationFeed;
  private readonly cache: TaggedCache<CachedAnswer>;
  /** Keys by the URLs that led to them: what has been parsed once need not be parsed again. */
  private readonly keyOfUrl = new Map<string, string>();

  constructor({ feed, maxBytes }: PublicReadsOptions) {
    this.feed = feed;
    this.cache = new TaggedCache({ maxBytes, sizeOf: ({ bytes }) => bytes });
    feed.onDrop((tags) => this.cache.drop(tags));
    feed.onFlush(() => this.cache.flush());
  }

  /** Begins to hear of invalidations. */
  start(): Promise<void> {
    return this.feed.start();
  }

  close(): Promise<void> {
    return this.feed.close();
  }

  /** @see ReadyAnswers */
  find(url: string, acceptEncoding: string | undefined, knownEtag: string | undefined): ReadyAnswer | undefined {
    const key = this.keyOfUrl.get(url);
    const answer = key === undefined ? undefined : this.cache.get(key);
    const representation = answer?.at(encodingFor(acceptEncoding));
    if (!answer || !representation) return undefined;
    // It has outlived every invalidation so far: as good as made now.
    return { route: answer.route, sequence: this.feed.sequence, age: answer.age, ...told(representation, knownEtag) };
  }

  /**
   * Answers a call from what is kept, or from what `make` makes, once for all who ask meanwhile.
   * @throws whatever `make` throws; only answers are kept
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
    const representation = await answer.as(encodingFor(request.headers['accept-encoding']));
    const { status, headers, body } = told(representation, request.headers['if-none-match']);
    reply.status(status).headers(headers).header(cacheSequenceHeader, String(sequence));
    // Only what was kept has an age: by its absence one knows that the service is there.
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
      // Before the service is asked: what it answers may already know of later ones, never of fewer.
      const { sequence } = this.feed;
      const began = performance.now();
      const body = Buffer.from(JSON.stringify(await make()));
      return new CachedAnswer(apiPrefix + operation.path, sequence, began, body);
    });
    return { answer, sequence: answer.sequence };
  }
}

/** What who knows this ETag has to be told. */
function told({ etag, headers, headersWithoutBody, body }: Representation, knownEtag: string | undefined) {
  return isKnown(etag, knownEtag)
    ? ({ status: 304, headers: headersWithoutBody, body: undefined } as const)
    : ({ status: 200, headers, body } as const);
}
