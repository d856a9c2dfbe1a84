import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CacheTag } from '@docfolio/contracts/core/cache';
import { cacheSequenceHead } from '@docfolio/edge/cache-sequence';
import type { InvalidationListener } from '@docfolio/edge/invalidation-feed';
import type { ApiInvalidations } from '../src/api-cache.js';
import { type Answer, startUpstream, WebFixture } from './web-fixture.js';

/** The shell's server build. */
export const hostFile = path.join(__dirname, '../../shell/dist/rendering/server.js');

/**
 * Returns the source of a remote's server build, which shares modules with the host like a real one. Its pages show
 * `heading` and the text that `/api/v1<pathname>` returns.
 */
export const remote = (heading: string, { addressOf = true } = {}) => `
const { createElement: h } = require('react');
const { useQuery } = require('@tanstack/react-query');
const { useLocation } = require('@docfolio/federation/router');
const { useSiteOrigin } = require('@docfolio/ui/runtime');

async function ask({ queryKey: [path], client, signal }) {
  const { fetch, timeout } = client.transport;
  const response = await fetch('/api/v1' + path, { signal, headers: { accept: 'application/json' } }).catch(() => ({ status: 503 }));
  if (response.status === 503) {
    throw Object.assign(new Error('Not available'), { name: 'ProblemError', code: 'unavailable', status: 503, retryAfter: 7 });
  }
  if (response.status === 500) throw Object.assign(new Error('Went wrong'), { name: 'ProblemError', code: 'internal', status: 500 });
  if (response.status === 429) throw Object.assign(new Error('Too often'), { name: 'ProblemError', code: 'rate_limited', status: 429 });
  return response.json();
}

exports.Routes = function Routes() {
  const { pathname, search } = useLocation();
  const { data } = useQuery({ queryKey: [pathname], queryFn: ask });
  if (data && data.fails === 'drawing') throw new Error('drawn wrongly');
  return h('div', null,
    h('title', null, 'Title of ' + pathname),
    h('link', { rel: 'canonical', href: useSiteOrigin() + pathname }),
    h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: '{"@type":"Article"}' } }),
    h('h1', null, ${JSON.stringify(heading)}),
    h('p', null, data ? data.words : 'nothing', ' ', search));
};

${addressOf ? 'exports.addressOf' : 'const unused'} = ({ pathname, search }) => {
  const read = new URLSearchParams([...search].filter(([name]) => ['page', 'category', 'search'].includes(name)));
  return read.size > 0 ? pathname + '?' + read : pathname;
};

exports.load = async ({ pathname, search, patience }, client) => {
  if (pathname === '/mentorship') {
    const query = { queryKey: [pathname], queryFn: ask };
    patience.addEventListener('abort', () => client.cancelQueries(query));
    return client.fetchQuery(query).then(() => ({ status: 200 }), (why) => ({ status: 200, missing: { testimonials: why } }));
  }
  if (pathname === '/404') return { status: 200, tags: [] };
  const { status = 200, location, fails, tags = ['posts'] } = await client.fetchQuery({ queryKey: [pathname], queryFn: ask });
  if (fails === 'loading') throw new Error('loaded wrongly');
  return { status, location, tags: search.has('search') ? undefined : tags };
};
`;

interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Said {
  status: number;
  headers?: Record<string, string>;
  json: object;
}

type Say = (response: ServerResponse, asked: Asked) => void;

/** An invalidation feed that specs control. */
export class FixtureFeed implements ApiInvalidations {
  sequence = 0;
  isSynced = true;
  private readonly listeners: InvalidationListener[] = [];
  addListener(listener: InvalidationListener): void {
    this.listeners.push(listener);
  }
  invalidate(tags: readonly CacheTag[]): void {
    for (const listener of this.listeners) listener.invalidate(tags, this.sequence + 1);
    this.sequence += 1;
  }
  flush(): void {
    for (const listener of this.listeners) listener.flush();
  }
}

/** A web process with remotes whose server builds specs deploy, and a gateway whose responses specs set. */
export class RenderingFixture {
  readonly feed = new FixtureFeed();
  /** Requests that the gateway has received. */
  readonly asked: Asked[] = [];
  /** Value of `x-cache-sequence` in the gateway's responses. */
  gatewaySequence = 0;
  /** The gateway delays its responses until this resolves. */
  hold: Promise<void> | undefined;
  private say: Say = (response) => response.end('{"words":"words of the gateway"}');
  private gateway!: Awaited<ReturnType<typeof startUpstream>>;
  web!: WebFixture;

  static async start(config: Record<string, string> = {}, { withoutFeed = false } = {}): Promise<RenderingFixture> {
    const fixture = new RenderingFixture();
    fixture.gateway = await startUpstream(async (incoming, response) => {
      const asked = { url: String(incoming.url), headers: incoming.headers, body: await text(incoming) };
      fixture.asked.push(asked);
      response.setHeader('content-type', 'application/json');
      response.setHeader(...cacheSequenceHead(fixture.gatewaySequence));
      await fixture.hold;
      fixture.say(response, asked);
    });
    fixture.web = await WebFixture.start(
      { GATEWAY_URL: fixture.gateway.url, ...config },
      { hostFile, invalidations: withoutFeed ? undefined : fixture.feed },
    );
    await fixture.deploy('site', 'The site');
    await fixture.deploy('blog', 'The blog');
    return fixture;
  }

  /** Sets the gateway's response to all further requests. */
  answer(json: object, status = 200): void {
    this.say = (response) => {
      response.statusCode = status;
      response.end(JSON.stringify(json));
    };
  }

  /** Sets a function that returns the gateway's response to a request. */
  answerBy(say: (asked: Asked) => Said): void {
    this.say = (response, asked) => {
      const { status, headers, json } = say(asked);
      response.writeHead(status, headers).end(JSON.stringify(json));
    };
  }

  /** Makes the gateway close every connection. */
  hangUp(): void {
    this.say = (response) => response.destroy();
  }

  /** Replaces a remote's server build atomically. */
  async deploy(name: string, heading: string, options: { addressOf?: boolean } = {}): Promise<void> {
    await this.deployCode(name, remote(heading, options));
  }

  async deployCode(name: string, code: string): Promise<void> {
    const folder = path.join(this.web.folder, name, 'dist/server');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'next.js'), code);
    await rename(path.join(folder, 'next.js'), path.join(folder, 'server.js'));
  }

  async withdraw(name: string): Promise<void> {
    await rm(path.join(this.web.folder, name, 'dist/server'), { recursive: true });
  }

  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return this.web.get(path, headers, method);
  }

  async stop(): Promise<void> {
    await this.web.stop();
    await this.gateway.stop();
  }
}

/** Returns the rendered HTML inside the root element. */
export const bodyOf = ({ text }: Answer) => /<div id="root">(.*)<\/div>/s.exec(text)?.[1] ?? '';

/** Returns the parsed state for hydration of a response's page. */
export const stateOf = ({ text }: Answer) => JSON.parse(/id="page-state">([^<]*)</.exec(text)![1]!);
