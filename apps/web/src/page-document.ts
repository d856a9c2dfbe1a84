import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isKnown } from '@docfolio/response-cache/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

/** An HTML document, or a feed, with what sending it takes, each worked out once. */
export class PageDocument {
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #html: Buffer;
  readonly #etag: string;

  constructor(html: string) {
    this.#html = Buffer.from(html);
    this.#etag = createHash('sha256').update(this.#html).digest('base64url').slice(0, 22);
  }

  /** Bytes that keeping it takes, its compressed forms included. */
  get size(): number {
    return Math.ceil(this.#html.length * 1.5);
  }

  /** Sends it in the best encoding that is accepted; 304 for a page that the browser has. */
  async send(request: FastifyRequest, reply: FastifyReply, type = 'text/html; charset=utf-8'): Promise<FastifyReply> {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${this.#etag}${encoding ? `-${encoding}` : ''}"`;
    reply.header('content-type', type).header('vary', 'accept-encoding').header('etag', tag);
    if (reply.statusCode === 200 && isKnown(tag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
    if (!encoding) return reply.send(this.#html);
    return reply.header('content-encoding', encoding).send(await this.#encode(encoding));
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    let body = this.#encoded.get(encoding);
    if (!body) {
      body = compress[encoding](this.#html);
      this.#encoded.set(encoding, body);
    }
    return body;
  }
}

const compress = {
  br: (html: Buffer) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
};

/** The encoding to answer with. An explicit `q=0` refuses one (RFC 9110, 12.5.3). */
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
