import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from '@docfolio/edge/accepted-encoding';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body in one encoding. */
export interface Representation {
  bytes: Buffer;
  etag: string;
  /** Names and values, alternating, of the headers that describe it. */
  head: readonly string[];
}

/** A text response with its ETag and compressed forms, each computed once. */
export class ResponseBody {
  private readonly encoded = new Map<Encoding, Promise<Representation>>();
  private readonly ready = new Map<Encoding, Representation>();
  private readonly bytes: Buffer;
  private readonly etag: string;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
    this.etag = createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22);
  }

  /** Estimated bytes in memory, including the compressed forms. */
  get size(): number {
    return Math.ceil(this.bytes.length * 1.5);
  }

  /** Sends the body in the best encoding that the client accepts, or 304 if its If-None-Match names this version. */
  async send(request: FastifyRequest, reply: FastifyReply, type = 'text/html; charset=utf-8'): Promise<FastifyReply> {
    const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined);
    const tag = this.tagOf(encoding);
    reply.header('content-type', type).header('vary', 'accept-encoding').header('etag', tag);
    if (reply.statusCode === 200 && matchesEtag(tag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send((await this.encode(encoding)).bytes);
  }

  /** Returns the body in an encoding; undefined if it was not sent in it yet. */
  peek(encoding: Encoding): Representation | undefined {
    return this.ready.get(encoding);
  }

  private encode(encoding: Encoding): Promise<Representation> {
    let body = this.encoded.get(encoding);
    if (!body) {
      body = this.represent(encoding);
      this.encoded.set(encoding, body);
    }
    return body;
  }

  private async represent(encoding: Encoding): Promise<Representation> {
    const bytes = await compress[encoding](this.bytes);
    const etag = this.tagOf(encoding);
    const ofEncoding = encoding === 'identity' ? [] : ['content-encoding', encoding];
    const head = ['etag', etag, 'content-length', String(bytes.length), ...ofEncoding];
    const representation = { bytes, etag, head };
    this.ready.set(encoding, representation);
    return representation;
  }

  private tagOf(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.etag}"` : `"${this.etag}-${encoding}"`;
  }
}

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  identity: async (bytes) => bytes,
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
