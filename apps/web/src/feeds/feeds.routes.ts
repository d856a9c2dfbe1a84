import type { Operation, OutputOf } from '@docfolio/contracts/core/operation';
import { posts } from '@docfolio/contracts/entities/post';
import type { Representations } from '@docfolio/edge/representations';
import type { Page } from '@docfolio/site-copy/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { siteOrigin } from '../rendering/site-origin.js';
import { representationsOf, sendText } from '../text-response.js';
import { FeedSource, SourceUnavailable } from './feed-source.js';
import { jsonFeed } from './json-feed.js';
import { robots } from './robots.js';
import { rssFeed } from './rss.js';
import { sitemap } from './sitemap.js';

interface FeedsOptions {
  gatewayUrl: string;
  /** Public URL (SITE_URL). If undefined, feeds use the host that the request names. */
  siteUrl: string | undefined;
  /** Returns the pages that the remotes' current builds list: the same array until one changes. */
  remotePages: () => Promise<readonly Page[]>;
}

/** Serves robots.txt, the sitemap and the feeds. While posts cannot be read, all but robots.txt respond 503. */
export function serveFeeds(app: FastifyInstance, { gatewayUrl, siteUrl, remotePages }: FeedsOptions): void {
  const feedSource = new FeedSource(posts.feed, gatewayUrl);
  const sitemapSource = new FeedSource(posts.sitemap, gatewayUrl);

  const serve = (
    path: string,
    type: string,
    textOf: (request: FastifyRequest, origin: string) => Promise<Representations>,
  ) =>
    app.get(path, async (request, reply) => {
      const origin = siteOrigin(siteUrl, request);
      if (!origin) return plain(reply, 400, 'The request names no host\n');
      try {
        const text = await textOf(request, origin);
        reply.header('cache-control', 'no-cache');
        return await sendText(text, request, reply, type);
      } catch (error) {
        if (!(error instanceof SourceUnavailable)) throw error;
        request.log.warn({ err: error.cause }, error.message);
        return plain(reply.header('retry-after', String(error.retryAfter)), 503, `${error.message}\n`);
      }
    });

  serve('/robots.txt', 'text/plain; charset=utf-8', async (_request, origin) => representationsOf(robots(origin)));
  serve(
    '/sitemap.xml',
    'application/xml; charset=utf-8',
    cached(sitemapSource, ({ items }, origin, pages) => sitemap(items, pages, origin), remotePages),
  );
  serve(
    '/rss.xml',
    'application/rss+xml; charset=utf-8',
    cached(feedSource, ({ items }, origin) => rssFeed(items, origin)),
  );
  serve(
    '/feed.json',
    'application/feed+json; charset=utf-8',
    cached(feedSource, ({ items }, origin) => jsonFeed(items, origin)),
  );
}

/** Returns a function that generates a feed, or returns the last one while posts, origin and pages are unchanged. */
function cached<O extends Operation>(
  source: FeedSource<O>,
  write: (output: OutputOf<O>, origin: string, pages: readonly Page[]) => string,
  remotePages: () => Promise<readonly Page[]> = async () => noPages,
) {
  let last: { output: OutputOf<O>; origin: string; pages: readonly Page[]; text: Representations } | undefined;
  return async (request: FastifyRequest, origin: string): Promise<Representations> => {
    const [output, pages] = await Promise.all([source.read(request), remotePages()]);
    if (last?.output !== output || last.origin !== origin || last.pages !== pages) {
      last = { output, origin, pages, text: representationsOf(write(output, origin, pages)) };
    }
    return last.text;
  };
}

const noPages: readonly Page[] = [];

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
