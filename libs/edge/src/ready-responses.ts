import type { IncomingMessage } from 'node:http';
import type { AddressLimit } from './address-limit.js';

/** Bytes with status and headers that only need to be sent. */
export interface ReadyResponse {
  /** 304: the client's copy is current. */
  readonly status: 200 | 304;
  /** Header names and values, alternating: the fastest form to write. */
  readonly head: readonly string[];
  readonly body: Buffer | undefined;
}

/** What a cache hit is counted, traced and logged as. */
export interface HitName {
  readonly cache: 'pages' | 'responses';
  /** One of a fixed set, for metrics. */
  readonly operation: string;
  /** The same without the method, for traces and logs. */
  readonly route: string;
}

export interface CacheHit {
  readonly response: ReadyResponse;
  readonly name: HitName;
}

/** A cache whose hits are sent in front of the framework. */
export interface ReadyResponses {
  /** Counts the hits by address; requests above it are left to the framework. Default: hits are not limited. */
  readonly limit?: AddressLimit;
  /** Returns the response to a GET without a body, if it is cached and current. */
  find(request: IncomingMessage, requestId: string): CacheHit | undefined;
}

/** Returns the value of an Age header (RFC 9111, section 5.1). @param computedAt `performance.now()` of the computation */
export const ageOf = (computedAt: number): string => String(Math.floor((performance.now() - computedAt) / 1_000));

/** URLs that are remembered, because clients choose them: their number, and their length in characters. */
const maxUrls = 10_000;
const maxLength = 300;

/** Remembers under which key the response to a URL is cached, so that a hit parses nothing. */
export class KeysByUrl<Key> {
  private readonly keys = new Map<string, Key>();

  get(url: string): Key | undefined {
    return this.keys.get(url);
  }

  /** Remembers a key. One more than 10,000 forgets all others; URLs of more than 300 characters are not remembered. */
  set(url: string, key: Key): void {
    if (url.length > maxLength) return;
    if (this.keys.size >= maxUrls) this.keys.clear();
    this.keys.set(url, key);
  }
}
