import type { ServerResponse } from 'node:http';
import type { HealthRegistry } from './health.js';
import { type ListeningServer, listen } from './http-server.js';

/**
 * Serves the probes of a process on its internal port: `GET /healthz` (200 while the process runs, no dependency is
 * checked) and `GET /readyz` (200, or 503 with the names of unavailable dependencies). `/readyz?exclude=redis` leaves a
 * dependency out, for a load balancer: all replicas share it, so removing them from service would only make an outage
 * of the dependency an outage of everything.
 * @throws Error if the port is taken
 */
export function startInternalServer(health: HealthRegistry, host: string, port: number): Promise<ListeningServer> {
  return listen(
    (request, response) => {
      const [path = '', query] = request.url?.split('?', 2) ?? [];
      if (request.method !== 'GET') return send(response, 405, { status: 'method_not_allowed' });
      if (path === '/healthz') return send(response, 200, { status: 'alive' });
      if (path !== '/readyz') return send(response, 404, { status: 'not_found' });
      const exclude = new URLSearchParams(query).getAll('exclude');
      void health
        .readiness(exclude)
        .then(({ ready, missing }) => send(response, ready ? 200 : 503, { ready, missing }));
    },
    host,
    port,
  );
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
