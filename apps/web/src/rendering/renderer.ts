import type { AddressLimit } from '@docfolio/edge/address-limit';
import type { Representations } from '@docfolio/edge/representations';
import type { FormOutcome, FormResult } from '@docfolio/federation/server-build';
import { observeCache } from '@docfolio/process/metrics/http-metrics';
import { histogram, requestBuckets, secondsSince } from '@docfolio/process/metrics/instruments';
import { inSpan } from '@docfolio/process/tracing/tracer';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import type { FastifyRequest } from 'fastify';
import type { DevServers } from '../config.schema.js';
import { completeHtml, type HtmlParts, remoteOf } from '../html.js';
import { loggedPath } from '../logged-path.js';
import { serverFile } from '../remotes/build-verdicts.js';
import type { DeployedRemotes } from '../remotes/deployed-remotes.js';
import type { PageRemotes, Remotes } from '../remotes/remotes.js';
import { BuildFailedError, BuildHealth } from './build-health.js';
import { type FormFields, submitForm } from './form-submission.js';
import { type Invalidations, PageCache } from './page-cache.js';
import { type RenderRequest, render } from './render.js';
import type { Broken, Rendered, RenderResult, Unavailable } from './rendered.js';
import { RouteHealth } from './route-health.js';
import { type ServerBuild, ServerBuilds } from './server-builds.js';

const renderings = histogram({
  name: 'docfolio_render_duration_seconds',
  help: 'Time to load and render a page on the server, by remote and outcome.',
  labels: ['remote', 'outcome'],
  buckets: requestBuckets,
});

export interface RendererOptions {
  /** The shell's build for the server. */
  hostFile: string;
  remotes: Remotes;
  deployed?: Pick<DeployedRemotes, 'in' | 'repair'>;
  devServers: DevServers;
  gatewayUrl: string;
  invalidations: Invalidations | undefined;
  pageLimit: AddressLimit;
  log: (error: unknown, message: string) => void;
}

/** The shell's HTML as built; a new object after each build. */
export interface Template {
  html: string;
}

/** A requested URL and the parts of its HTML document. */
export interface PageContext extends HtmlParts {
  template: Template;
  remotes: PageRemotes;
  pathname: string;
  search: string;
}

/** The result for pages of a remote of which no build can be served. The visitor gets the frame with an error state. */
const withoutBuild: Unavailable = { kind: 'unavailable', retryAfter: 60 };

/** URL that is rendered in place of every unknown path, so that the page contains nothing of the requested one. */
const notFoundPath = '/404';

/** Renders pages with the server builds of shell and remotes, within limits and timeouts, and caches them. */
export class Renderer {
  private readonly builds: ServerBuilds;
  private readonly cache: PageCache;
  private readonly versions = new WeakMap<object, number>();
  private lastVersion = 0;
  /** Health of each route, keyed by remote and path pattern. */
  private readonly health = new Map<string, RouteHealth>();
  /** Failures of deployed builds. */
  readonly buildHealth = new BuildHealth();

  constructor(private readonly options: RendererOptions) {
    const { hostFile, invalidations, log } = options;
    this.builds = new ServerBuilds({
      ...{ hostFile, log },
      deployedIn: (directory) => options.deployed?.in(directory),
      repair: (build) => options.deployed?.repair(build, serverFile),
    });
    this.cache = new PageCache(invalidations);
  }

  /** Loads the server builds that pages may need now, before the first visitor needs them, and frees all others. */
  async warmUp(): Promise<void> {
    if (this.options.devServers.shell) return;
    const directories = this.options.remotes.directories();
    await this.builds.retain(directories);
    // A build that fails is logged, and found again by the first page that needs it.
    await Promise.all(directories.map((directory) => this.builds.in(directory).catch(() => undefined)));
  }

  /** Returns the page, cached or rendered; undefined if the browser has to render it. Cache hits are not limited. */
  async page(request: FastifyRequest, context: PageContext): Promise<RenderResult | undefined> {
    if (context.page && context.remotes.unavailable.has(context.page.remote)) return withoutBuild;
    const build = await this.buildOf(context);
    if (!build) return undefined;
    if (build === 'broken') return { kind: build };
    const health = this.healthOf(context);
    try {
      const key = context.overrides ? undefined : this.keyOf(build, context);
      const cached = key === undefined ? undefined : this.cache.get(key);
      if (key !== undefined) observeCache('pages', cached !== undefined);
      if (cached) return cached;
      const wait = this.options.pageLimit.count(request.ip);
      if (wait > 0) return { kind: 'limited', retryAfter: wait, address: request.ip };
      const render = async () => {
        const stale = key === undefined ? undefined : this.cache.stale(key);
        const result = await this.render(request, build, context, { stale });
        const isShared = result.kind === 'rendered' && key !== undefined;
        return isShared ? { ...result, cachedAs: { key, build } } : result;
      };
      // A page with overrides is for one browser only.
      const rendering = key === undefined ? this.cache.renderOnce(render) : this.fill(key, request.ip, render);
      return await withTimeout(rendering, health.timeout);
    } catch (error) {
      const outage = error instanceof TimeoutError ? health.recordTimeout() : undefined;
      if (outage) return outage;
      if (error instanceof BuildFailedError && context.files?.build !== undefined) return { kind: 'broken' };
      request.log.warn({ err: error, path: loggedPath(context.pathname) }, 'page left to the browser');
      return undefined;
    }
  }

  /** Returns the page that is cached under a key. */
  cached(key: string): Rendered | undefined {
    return this.cache.get(key);
  }

  /** Returns the server builds that pages with these remotes are rendered with. */
  async buildsOf({ files }: PageRemotes): Promise<Set<ServerBuild>> {
    const directories = [...files.values()].flatMap(({ directory }) => directory ?? []);
    const builds = await Promise.all(directories.map((directory) => this.builds.in(directory).catch(() => undefined)));
    return new Set(builds.filter((build) => build !== undefined));
  }

  /** Runs the operation of a posted form. @returns undefined if the page has no form, or its remote no server build */
  async submit(request: FastifyRequest, context: PageContext, fields: FormFields): Promise<FormResult | undefined> {
    const build = await this.buildOf(context);
    if (!build || build === 'broken') return undefined;
    const { pathname } = context;
    const { gatewayUrl } = this.options;
    return submitForm({ gatewayUrl, build, pathname, fields, address: request.ip, requestId: String(request.id) });
  }

  /** Renders a page with a form's outcome, for one visitor. @param timeout ms @returns undefined if that fails */
  async pageWithForm(
    request: FastifyRequest,
    context: PageContext,
    form: FormOutcome,
    timeout: number,
  ): Promise<Representations | undefined> {
    const build = await this.buildOf(context);
    if (!build || build === 'broken' || this.options.pageLimit.count(request.ip) > 0) return undefined;
    try {
      const result = await this.cache.renderOnce(() => this.render(request, build, context, { form, timeout }));
      return result.kind === 'rendered' ? result.html : undefined;
    } catch (error) {
      request.log.warn({ err: error, path: loggedPath(context.pathname) }, 'form outcome not rendered');
      return undefined;
    }
  }

  /** Returns the server build of the page's remote; undefined if it has none, `broken` if a deployed one fails. */
  private async buildOf({ files }: PageContext): Promise<ServerBuild | Broken['kind'] | undefined> {
    if (this.options.devServers.shell || !files?.directory) return undefined;
    try {
      return await this.builds.in(files.directory);
    } catch (error) {
      if (!(error instanceof BuildFailedError)) throw error;
      return files.build === undefined ? undefined : 'broken';
    }
  }

  /** Renders again if the shared rendering failed because of another visitor's rate limit. */
  private async fill(key: string, address: string, render: () => Promise<RenderResult>): Promise<RenderResult> {
    for (;;) {
      const result = await this.cache.fill(key, render);
      if (result.kind !== 'limited' || result.address === address) return result;
    }
  }

  private render(
    request: FastifyRequest,
    build: ServerBuild,
    context: PageContext,
    own: Pick<RenderRequest, 'form' | 'timeout' | 'stale'>,
  ): Promise<RenderResult> {
    const remote = remoteOf(context.page);
    const attributes = { 'docfolio.remote': remote, 'docfolio.page': context.page?.path ?? notFoundPath };
    return inSpan(`render ${remote}`, { attributes }, async (span) => {
      const started = performance.now();
      let outcome: RenderResult['kind'] = 'failed';
      try {
        const result = await this.renderWith(request, build, context, own);
        outcome = result.kind;
        return result;
      } finally {
        span.set({ 'docfolio.outcome': outcome });
        renderings.observe({ remote, outcome }, secondsSince(started));
      }
    });
  }

  private async renderWith(
    request: FastifyRequest,
    build: ServerBuild,
    context: PageContext,
    own: Pick<RenderRequest, 'form' | 'timeout' | 'stale'>,
  ): Promise<RenderResult> {
    const remote = remoteOf(context.page);
    try {
      return await render({
        gatewayUrl: this.options.gatewayUrl,
        build,
        url: canonicalUrl(build, context),
        origin: context.origin,
        remote,
        pages: context.pages,
        health: this.healthOf(context),
        address: request.ip,
        requestId: String(request.id),
        ...own,
        toHtml: (rendered) => completeHtml(context.template.html, { ...context, rendered }),
        log: (err, message) => request.log.warn({ err, path: loggedPath(context.pathname) }, message),
      });
    } catch (error) {
      const deployed = context.files?.build;
      if (error instanceof BuildFailedError && deployed !== undefined) {
        this.buildHealth.recordFailure(remote, deployed);
        request.log.error({ err: error, remote, build: deployed }, 'deployed build failed on the server');
      }
      throw error;
    }
  }

  private healthOf({ page }: PageContext): RouteHealth {
    const route = `${remoteOf(page)} ${page?.path ?? notFoundPath}`;
    let health = this.health.get(route);
    if (!health) {
      health = new RouteHealth();
      this.health.set(route, health);
    }
    return health;
  }

  /** Returns the cache key: the page's URL, and the versions of the builds and of the table of remotes. */
  private keyOf(build: ServerBuild, context: PageContext): string {
    const { origin, template, remotes } = context;
    const versions = [build, template, remotes].map((part) => this.versionOf(part));
    return `${origin}${canonicalUrl(build, context)} ${versions.join()}`;
  }

  private versionOf(part: object): number {
    let version = this.versions.get(part);
    if (version === undefined) {
      this.lastVersion += 1;
      version = this.lastVersion;
      this.versions.set(part, version);
    }
    return version;
  }
}

/** Returns path and query without the parameters that the page does not read; `/404` for an unknown page. */
function canonicalUrl({ remote }: ServerBuild, { page, pathname, search }: PageContext): string {
  if (!page) return notFoundPath;
  if (!search || !remote.addressOf) return pathname;
  return remote.addressOf({ pathname, search: new URLSearchParams(search) });
}
