import type { FormOutcome, RenderedPage } from '@docfolio/federation/server-build';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import type { Page } from '@docfolio/site-copy/pages';
import { representationsOf } from '../text-response.js';
import { BuildFailedError } from './build-health.js';
import { GatewayFetch } from './gateway-fetch.js';
import type { PageSource, Rendered, RenderResult } from './rendered.js';
import type { RouteHealth } from './route-health.js';
import type { ServerBuild } from './server-builds.js';

/** ms until rendering is aborted: visitors wait less, but the gateway takes up to 4.2 s to report an outage. */
const defaultTimeout = 6_000;
/** ms between the timeout of a page's requests and the moment at which the load must have ended. */
const settleTime = 500;
/** ms to wait for the optional parts of a page. Must stay below the visitor's timeout (route-health.ts). */
const optionalPartTimeout = 300;
/** ms for finding out whether a page's data has changed: if the gateway is slow, enough is left for rendering. */
const revalidationTimeout = 1_000;
/** ms for which a page is reused while its data stays the same, as code may depend on the date as well. */
const maxReuse = 60 * 60 * 1_000;

export interface RenderRequest {
  gatewayUrl: string;
  build: ServerBuild;
  /** Path and query of the page. */
  url: string;
  origin: string;
  remote: string;
  /** Pages that the remotes' builds list. */
  pages: readonly Page[];
  health: RouteHealth;
  address: string;
  requestId: string;
  form?: FormOutcome;
  /** ms until rendering is aborted. */
  timeout?: number;
  /** The page as last rendered under the same cache key. */
  stale?: Rendered;
  toHtml: (page: RenderedPage) => string;
  log: (error: unknown, message: string) => void;
}

/**
 * Loads a page's data and renders it, unless its data is that of `stale`. The gateway's 429 and 5xx become results.
 * @throws BuildFailedError if the remote's build threw or exceeded the timeout; else the error of a request
 */
export async function render(request: RenderRequest): Promise<RenderResult> {
  const { gatewayUrl, build, url, origin, health, address, requestId, form, timeout = defaultTimeout, log } = request;
  const { host, remote } = build;
  const [pathname = '', search = ''] = url.split('?', 2);
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeout);
  const received = new Map<string, Response>();
  const unchanged = request.stale && (await revalidated(request.stale, request, signal, received));
  if (unchanged) return unchanged;
  const gateway = new GatewayFetch({ gatewayUrl, address, requestId, signal, received });
  const client = host.createServerQueryClient({ fetch: gateway.fetch, timeout });
  try {
    const patience = AbortSignal.timeout(optionalPartTimeout);
    const loading = remote.load({ pathname, search: new URLSearchParams(search), patience }, client);
    // Requests end at the timeout by themselves; a build that hangs without one does not.
    const load = await health.track(withTimeout(loading, timeout + settleTime));
    if (gateway.retryAfter !== undefined) return { kind: 'limited', retryAfter: gateway.retryAfter, address };
    if (gateway.isLive) health.recordSuccess();
    for (const [part, error] of Object.entries(load.missing ?? {})) log(error, `page rendered without its ${part}`);
    if (load.location !== undefined) return { kind: 'moved', location: checkedPath(load.location) };
    const { Routes } = remote;
    const page = await host.renderPage({
      ...{ url, origin, client, remote: request.remote, Routes, pages: request.pages, form, signal },
    });
    return {
      kind: 'rendered',
      status: load.status,
      html: representationsOf(request.toHtml(page)),
      tags: load.tags,
      sources: gateway.sources,
      renderedAt: startedAt,
      sequence: gateway.sequence,
      age: gateway.age + performance.now() - startedAt,
    };
  } catch (error) {
    if (gateway.retryAfter !== undefined) return { kind: 'limited', retryAfter: gateway.retryAfter, address };
    if (!host.isProblem(error)) throw isSlowGateway(error, gateway) ? error : new BuildFailedError(error);
    if (error.status < 500) throw error;
    if (error.status !== 503) {
      log(error, 'gateway error while loading a page');
      return { kind: 'failed' };
    }
    const { retryAfter = 1 } = error;
    health.recordOutage(retryAfter);
    return { kind: 'unavailable', retryAfter };
  } finally {
    client.clear();
  }
}

/**
 * Asks the gateway by the ETags of a page's responses whether they have changed. @param received is given those that
 * have @returns the same page with the new freshness; undefined if one has changed or was refused, which rendering the
 * page handles
 */
async function revalidated(
  stale: Rendered,
  { gatewayUrl, address, requestId, health }: RenderRequest,
  signal: AbortSignal,
  received: Map<string, Response>,
): Promise<Rendered | undefined> {
  const { sources, renderedAt } = stale;
  const startedAt = performance.now();
  if (!sources?.length || startedAt - renderedAt > maxReuse) return undefined;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(revalidationTimeout)]);
  const gateway = new GatewayFetch({ gatewayUrl, address, requestId, signal: limited });
  const isSame = async ({ url, etag }: PageSource) => {
    const response = await gateway.fetch(url, { headers: { accept: 'application/json', 'if-none-match': etag } });
    const { status, headers } = response;
    if (status === 200) received.set(url, new Response(await response.arrayBuffer(), { status, headers }));
    else await response.body?.cancel();
    return status === 304;
  };
  // A failed request is repeated by rendering the page, which reports it.
  const results = await health.track(Promise.all(sources.map(isSame))).catch(() => [false]);
  if (results.includes(false)) return undefined;
  if (gateway.isLive) health.recordSuccess();
  return { ...stale, sequence: gateway.sequence, age: gateway.age + performance.now() - startedAt };
}

/** Returns whether rendering ended because a response of the gateway was late. */
function isSlowGateway(error: unknown, gateway: GatewayFetch): boolean {
  if (error instanceof TimeoutError) return gateway.isWaiting;
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** @throws Error if the location leads to another site */
function checkedPath(location: string): string {
  if (!/^\/(?![/\\])/.test(location)) throw new Error('A page moves within its site only');
  return location;
}
