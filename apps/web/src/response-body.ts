import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEtag } from '@docfolio/edge/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** A text response with its ETag and compressed forms, each computed once. */
export class ResponseBody {
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();
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
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${this.etag}${encoding ? `-${encoding}` : ''}"`;
    reply.header('content-type', type).header('vary', 'accept-encoding').header('etag', tag);
    if (reply.statusCode === 200 && matchesEtag(tag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
    if (!encoding) return reply.send(this.bytes);
    return reply.header('content-encoding', encoding).send(await this.encode(encoding));
  }

  private encode(encoding: Encoding): Promise<Buffer> {
    let body = this.encoded.get(encoding);
    if (!body) {
      body = compress[encoding](this.bytes);
      this.encoded.set(encoding, body);
    }
    return body;
  }
}

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** Returns the encoding to use. `q=0` refuses one (RFC 9110, section 12.5.3). */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = new Set<string>();
  for (const part of String(header ?? '').split(',')) {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (name && (!quality || Number(quality.slice(2)) > 0)) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}
