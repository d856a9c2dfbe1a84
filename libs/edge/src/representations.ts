import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEtag } from '@docfolio/process/entity-tag';
import type { Encoding } from './accepted-encoding.js';
import type { ReadyResponse } from './ready-responses.js';

/** A text in one encoding (RFC 9110, section 3.2), with the headers of a response that has it and of one without a body. */
export interface Representation {
  /** Strong entity tag, different for each encoding (RFC 9110, section 8.8.1). */
  readonly etag: string;
  readonly body: Buffer;
  /** Header names and values, alternating. */
  readonly head: readonly string[];
  readonly headWithoutBody: readonly string[];
}

export interface RepresentationsOptions {
  /** Brotli level, 0 to 11. */
  quality: number;
  /** Whether only texts from 1 KB are compressed, and sent so only if that halves them. Default: all are. */
  onlyIfHalved?: boolean;
  /** Returns the headers of the responses with and without the body of a representation. @param length bytes */
  headsOf(etag: string, length: number, encoding: Compressed | undefined): Heads;
}

interface Heads {
  head: Headers;
  headWithoutBody: Headers;
}

/** Headers that are undefined are left out. */
type Headers = Readonly<Record<string, string | undefined>>;

export type Compressed = Exclude<Encoding, 'identity'>;

/** Bytes from which a text is worth compressing; a smaller one fits into one packet. */
export const worthCompressing = 1_024;

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses a text. @param quality Brotli level, 0 to 11 */
export function compress(text: Buffer, encoding: Compressed, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(text);
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** A text with its ETag, plain and in each encoding requested so far, each computed once. */
export class Representations {
  private readonly tag: string;
  private readonly ready = new Map<Encoding, Representation>();
  private readonly inFlight = new Map<Compressed, Promise<Representation>>();

  constructor(
    text: Buffer,
    private readonly options: RepresentationsOptions,
  ) {
    this.tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const plain = this.represent('identity', text);
    if (!this.isCompressible) for (const encoding of ['br', 'gzip'] as const) this.ready.set(encoding, plain);
  }

  /** Estimated bytes in memory, including the compressed forms. */
  get size(): number {
    const { length } = this.plain.body;
    if (!this.isCompressible) return length;
    return Math.ceil(length * (this.options.onlyIfHalved ? 2 : 1.5));
  }

  /** Returns the representation in an encoding; undefined if it isn't compressed yet. */
  peek(encoding: Encoding): Representation | undefined {
    return this.ready.get(encoding);
  }

  /** Returns the representation in an encoding, or the plain one if compressing is not worth it. */
  async get(encoding: Encoding): Promise<Representation> {
    const ready = this.ready.get(encoding);
    if (ready || encoding === 'identity') return ready ?? this.plain;
    let inFlight = this.inFlight.get(encoding);
    if (!inFlight) {
      inFlight = this.compressed(encoding);
      this.inFlight.set(encoding, inFlight);
    }
    return inFlight;
  }

  /** Returns the ETag of an encoding in which the text may not be compressed yet. Without `onlyIfHalved` only. */
  etagOf(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
  }

  private get plain(): Representation {
    return this.ready.get('identity')!;
  }

  private get isCompressible(): boolean {
    return !this.options.onlyIfHalved || this.plain.body.length >= worthCompressing;
  }

  private async compressed(encoding: Compressed): Promise<Representation> {
    const { plain } = this;
    try {
      const smaller = await compress(plain.body, encoding, this.options.quality);
      if (!this.options.onlyIfHalved || smaller.length <= plain.body.length / 2)
        return this.represent(encoding, smaller);
      this.ready.set(encoding, plain);
      return plain;
    } finally {
      this.inFlight.delete(encoding);
    }
  }

  private represent(encoding: Encoding, body: Buffer): Representation {
    const etag = this.etagOf(encoding);
    const compression = encoding === 'identity' ? undefined : encoding;
    const { head, headWithoutBody } = this.options.headsOf(etag, body.length, compression);
    const representation = { etag, body, head: flat(head), headWithoutBody: flat(headWithoutBody) };
    this.ready.set(encoding, representation);
    return representation;
  }
}

const flat = (headers: Headers): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));

/** Returns the response with a representation, or a 304 without a body if `ifNoneMatch` names its ETag. */
export function responseWith(
  { etag, body, head, headWithoutBody }: Representation,
  ifNoneMatch: string | undefined,
): ReadyResponse {
  return matchesEtag(etag, ifNoneMatch)
    ? { status: 304, head: headWithoutBody, body: undefined }
    : { status: 200, head, body };
}
