import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { InternalRoutes } from './internal-routes.js';

/** Milliseconds that one check may take. */
const checkTimeout = 2_000;
/** Milliseconds that an answer which is under way may take on when the server closes. */
const finishing = 4_000;

export interface Readiness {
  ready: boolean;
  /** Names of what is missing. */
  missing: string[];
}

/** What a process depends on. Shared by the health server of a service and the routes of the gateway. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<void>>();
  private stopping = false;

  /** Adds a dependency; `check` rejects while it cannot be used. */
  add(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  /** From now on the process is not ready: load balancers take it out while it finishes what it has. */
  stop(): void {
    this.stopping = true;
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ((await passes(check)) ? undefined : name)),
    );
    const missing = results.filter((name) => name !== undefined);
    if (this.stopping) missing.push('stopping');
    return { ready: missing.length === 0, missing };
  }
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), checkTimeout);
  });
  return Promise.race([check(), late])
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}

export interface HealthServer {
  port: number;
  /** Lets answers that are under way finish, for 4 s at most. */
  close(): Promise<void>;
}

/**
 * Answers GET /healthz (the process is alive, nothing else checked) and GET /readyz (200, or 503 naming what's missing),
 * and what `routes` has.
 */
export async function startHealthServer(
  health: HealthRegistry,
  host: string,
  port: number,
  routes = new InternalRoutes(),
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const route = routes.find(path);
    if (route) return void route(request, response).catch((error: Error) => response.destroy(error));
    if (request.method !== 'GET') return answer(response, 405, { status: 'method_not_allowed' });
    if (path === '/healthz') return answer(response, 200, { status: 'alive' });
    if (path !== '/readyz') return answer(response, 404, { status: 'not_found' });
    void health.readiness().then(({ ready, missing }) => answer(response, ready ? 200 : 503, { ready, missing }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** No new connection; what is being answered is finished, within bounds. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), finishing);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}
