import type { Operation, OutputOf } from '@docfolio/contracts/operation';
import { posts } from '@docfolio/contracts/post';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PageDocument } from '../page-document.js';
import { siteOrigin } from '../rendering/site-origin.js';
import { jsonFeed } from './json-feed.js';
import { LatestAnswer, SourceAway } from './latest-answer.js';
import { robots } from './robots.js';
import { rssFeed } from './rss.js';
import { sitemap } from './sitemap.js';

interface FeedsOptions {
  gatewayUrl: string;
  /** SITE_URL; without it addresses begin with the host that the request names. */
  siteUrl: string | undefined;
}

/**
 * What programs read of the site: `/sitemap.xml`, `/robots.txt`, `/rss.xml`, `/feed.json`. Each is asked for anew and
 * answered with 304 while it is the same. While posts can't be read: 503 with Retry-After, never half a list, which
 * would tell a search engine that the rest is gone.
 */
export function serveFeeds(app: FastifyInstance, { gatewayUrl, siteUrl }: FeedsOptions): void {
  const feed = new LatestAnswer(posts.feed, gatewayUrl);
  const addresses = new LatestAnswer(posts.sitemap, gatewayUrl);

  const serve = (
    path: string,
    type: string,
    make: (request: FastifyRequest, origin: string) => Promise<PageDocument>,
  ) =>
    app.get(path, async (request, reply) => {
      const origin = siteOrigin(siteUrl, request);
      if (!origin) return plain(reply, 400, 'The request names no host\n');
      try {
        const document = await make(request, origin);
        reply.header('cache-control', 'no-cache');
        return await document.send(request, reply, type);
      } catch (error) {
        if (!(error instanceof SourceAway)) throw error;
        request.log.warn({ err: error.cause }, error.message);
        return plain(reply.header('retry-after', String(error.retryAfter)), 503, `${error.message}\n`);
      }
    });

  serve('/robots.txt', 'text/plain; charset=utf-8', async (_request, origin) => new PageDocument(robots(origin)));
  serve(
    '/sitemap.xml',
    'application/xml; charset=utf-8',
    madeOf(addresses, ({ items }, origin) => sitemap(items, origin)),
  );
  serve(
    '/rss.xml',
    'application/rss+xml; charset=utf-8',
    madeOf(feed, ({ items }, origin) => rssFeed(items, origin)),
  );
  serve(
    '/feed.json',
    'application/feed+json; charset=utf-8',
    madeOf(feed, ({ items }, origin) => jsonFeed(items, origin)),
  );
}

/** Makes a document of an answer, and keeps the last one for as long as the answer and the origin are the same. */
function madeOf<O extends Operation>(source: LatestAnswer<O>, write: (answer: OutputOf<O>, origin: string) => string) {
  let last: { answer: OutputOf<O>; origin: string; document: PageDocument } | undefined;
  return async (request: FastifyRequest, origin: string): Promise<PageDocument> => {
    const answer = await source.read(request);
    if (last?.answer !== answer || last.origin !== origin) {
      last = { answer, origin, document: new PageDocument(write(answer, origin)) };
    }
    return last.document;
  };
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
