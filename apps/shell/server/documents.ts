import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { normalisePath, pageAt } from '@docfolio/content/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DevServers } from './config.js';
import { remoteOf, renderDocument } from './page.js';
import type { Remotes } from './remotes.js';
import { contentSecurityPolicy, documentHeaders } from './security-headers.js';

/** The path of a request. Not by way of URL, to which `//name/` is a host. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

interface DocumentsOptions {
  browserDirectory: string;
  remotes: Remotes;
  devServers: DevServers;
}

interface Rendered {
  html: string;
  etag: string;
  encoded: Map<string, Buffer>;
}

/** Documents kept with their compressed forms; there are about as many as pages. */
const keptDocuments = 100;

/** Answers page addresses with the host's document: 200 where the table of pages has the path, 404 elsewhere. */
export class Documents {
  readonly #kept = new Map<string, Rendered>();

  constructor(private readonly options: DocumentsOptions) {}

  answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pathname = pathOf(request.url);
    const search = request.url.slice(pathname.length);
    const page = pageAt(pathname);
    if (page && pathname !== normalisePath(pathname)) {
      return reply.redirect(`${normalisePath(pathname)}${search}`, 308);
    }
    const { remotes, devServers } = this.options;
    const name = remoteOf(page);
    const [template, table, files, origins] = await Promise.all([
      this.#template(),
      remotes.table(),
      devServers[name] ? undefined : remotes.files(name),
      remotes.foreignOrigins(),
    ]);
    const document = this.#keep(renderDocument(template, { page, table, files }));
    reply
      .code(page ? 200 : 404)
      .headers(documentHeaders)
      .header('content-security-policy', contentSecurityPolicy(origins))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding');
    return this.#send(request, reply, document);
  };

  async #template(): Promise<string> {
    const dev = this.options.devServers.shell;
    if (!dev) return readFile(path.join(this.options.browserDirectory, 'index.html'), 'utf8');
    const response = await fetch(new URL('index.html', dev));
    if (!response.ok) throw new Error(`The shell's dev server answered ${response.status}`);
    return response.text();
  }

  #keep(html: string): Rendered {
    const known = this.#kept.get(html);
    if (known) return known;
    const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
    const rendered = { html, etag, encoded: new Map<string, Buffer>() };
    if (this.#kept.size >= keptDocuments) this.#kept.clear();
    this.#kept.set(html, rendered);
    return rendered;
  }

  async #send(request: FastifyRequest, reply: FastifyReply, { html, etag, encoded }: Rendered): Promise<FastifyReply> {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${etag}${encoding ? `-${encoding}` : ''}"`;
    reply.header('etag', tag);
    if (reply.statusCode === 200 && request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) {
      return reply.code(304).send();
    }
    if (!encoding) return reply.send(html);
    let body = encoded.get(encoding);
    if (!body) {
      body = await compress[encoding](html);
      encoded.set(encoding, body);
    }
    return reply.header('content-encoding', encoding).send(body);
  }
}

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/** The encoding to answer with. An explicit `q=0` refuses one (RFC 9110, 12.5.3). */
function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
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
