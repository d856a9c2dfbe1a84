import { createHash } from 'node:crypto';
import { type CacheTag, cacheTagsHeader } from '@docfolio/contracts/cache';
import type { Encoding } from '@docfolio/edge/accepted-encoding';
import { compress, worthCompressing } from './compression.js';

export interface Representation {
  body: Buffer;
  /** Strong entity tag, different for each encoding (RFC 9110, section 8.8.1). */
  etag: string;
  headers: Readonly<Record<string, string>>;
  headersWithoutBody: Readonly<Record<string, string>>;
}

/** Brotli level, 0 to 11. Higher ones take several times as long for 3 % fewer bytes. */
const brotliQuality = 5;

/** A cached JSON body, plain and in each encoding requested so far; web process and proxies do not compress. */
export class CachedResponse {
  /** Upper bound of the size in bytes: compressed bodies are stored only if at most half as large. */
  readonly bytes: number;
  private readonly tag: string;
  private readonly ready = new Map<Encoding, Representation>();
  private readonly inFlight = new Map<Encoding, Promise<Representation>>();

  /** @param sequence last invalidation before the service was called @param began `performance.now()` of that call */
  constructor(
    readonly route: string,
    private readonly tags: readonly CacheTag[],
    readonly sequence: number,
    private readonly began: number,
    body: Buffer,
  ) {
    this.bytes = body.length * (body.length < worthCompressing ? 1 : 2);
    this.tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    this.ready.set('identity', this.represent('identity', body));
    if (body.length < worthCompressing) for (const encoding of ['br', 'gzip'] as const) this.keepPlain(encoding);
  }

  /** Seconds since the service was called (Age header, RFC 9111, section 5.1). */
  get age(): number {
    return Math.floor((performance.now() - this.began) / 1_000);
  }

  /** Returns the representation in an encoding; undefined if it isn't compressed yet. */
  peek(encoding: Encoding): Representation | undefined {
    return this.ready.get(encoding);
  }

  async get(encoding: Encoding): Promise<Representation> {
    const ready = this.ready.get(encoding);
    if (ready || encoding === 'identity') return ready ?? this.keepPlain(encoding);
    let inFlight = this.inFlight.get(encoding);
    if (!inFlight) {
      inFlight = this.compressed(encoding);
      this.inFlight.set(encoding, inFlight);
    }
    return inFlight;
  }

  private async compressed(encoding: 'br' | 'gzip'): Promise<Representation> {
    const { body } = this.ready.get('identity')!;
    const smaller = await compress(body, encoding, brotliQuality);
    this.inFlight.delete(encoding);
    if (smaller.length > body.length / 2) return this.keepPlain(encoding);
    const representation = this.represent(encoding, smaller);
    this.ready.set(encoding, representation);
    return representation;
  }

  private keepPlain(encoding: Encoding): Representation {
    const plain = this.ready.get('identity')!;
    this.ready.set(encoding, plain);
    return plain;
  }

  private represent(encoding: Encoding, body: Buffer): Representation {
    const etag = encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
    // Clients may store the response, but must revalidate it.
    const headersWithoutBody = { 'cache-control': 'no-cache', vary: 'accept-encoding', etag };
    const headers = {
      ...headersWithoutBody,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      [cacheTagsHeader]: this.tags.join(),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    };
    return { body, etag, headers, headersWithoutBody };
  }
}
