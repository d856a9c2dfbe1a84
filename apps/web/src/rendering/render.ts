import type { FormOutcome, RenderedPage } from '@docfolio/federation/server-build';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import type { Page } from '@docfolio/site-copy/pages';
import { ResponseBody } from '../response-body.js';
import { BuildFailedError } from './build-health.js';
import { GatewayFetch } from './gateway-fetch.js';
import type { RenderResult } from './result.js';
import type { RouteHealth } from './route-health.js';
import type { ServerBuild } from './server-builds.js';

/** ms until rendering is aborted: visitors wait less, but the gateway takes up to 4.2 s to report an outage. */
const defaultTimeout = 6_000;
/** ms between the timeout of a page's requests and the moment at which the load must have ended. */
const settleTime = 500;
/** ms to wait for the optional parts of a page. Must stay below the visitor's timeout (route-health.ts). */
const optionalPartTimeout = 300;

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
  toHtml: (page: RenderedPage) => string;
  log: (error: unknown, message: string) => void;
}

/**
 * Loads a page's data and renders it. The gateway's 429 and 5xx become results.
 * @throws BuildFailedError if the remote's build threw or exceeded the timeout; else the error of a request
 */
export async function render(request: RenderRequest): Promise<RenderResult> {
  const { gatewayUrl, build, url, origin, health, address, requestId, form, timeout = defaultTimeout, log } = request;
  const { host, remote } = build;
  const [pathname = '', search = ''] = url.split('?', 2);
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeout);
  const gateway = new GatewayFetch({ gatewayUrl, address, requestId, signal });
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
      body: new ResponseBody(request.toHtml(page)),
      tags: load.tags,
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
