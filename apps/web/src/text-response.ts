import { acceptedEncoding } from '@docfolio/edge/accepted-encoding';
import { Representations, type RepresentationsOptions } from '@docfolio/edge/representations';
import { matchesEtag } from '@docfolio/process/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Brotli level, 0 to 11. */
const brotliQuality = 6;

const headsOf: RepresentationsOptions['headsOf'] = (etag, length, encoding) => ({
  head: { etag, 'content-length': String(length), 'content-encoding': encoding },
  headWithoutBody: { etag },
});

/** Returns the representations of a text. Their headers do not name its type. */
export const representationsOf = (text: string): Representations =>
  new Representations(Buffer.from(text), { quality: brotliQuality, headsOf });

/** Sends a text in the best encoding that the client accepts, or 304 if its If-None-Match names this version. */
export async function sendText(
  text: Representations,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'text/html; charset=utf-8',
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers);
  const etag = text.etagOf(encoding);
  reply.header('content-type', type).header('vary', 'accept-encoding').header('etag', etag);
  // Before it is compressed, which takes milliseconds.
  if (reply.statusCode === 200 && matchesEtag(etag, request.headers['if-none-match'])) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send((await text.get(encoding)).body);
}
