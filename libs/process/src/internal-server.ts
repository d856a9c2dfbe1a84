import type { ServerResponse } from 'node:http';
import type { HealthRegistry } from './health.js';
import { type ListeningServer, listen } from './http-server.js';
import type { Metrics } from './metrics/metrics.js';

/**
 * Serves the probes `GET /healthz` (200) and `GET /readyz` (200, or 503 with the names of unavailable dependencies).
 * A probe may exclude shared dependencies (`?exclude=redis`), which are down for all replicas alike.
 * @param metrics served as `GET /metrics`; without them that is 404
 */
export function startInternalServer(
  health: HealthRegistry,
  host: string,
  port: number,
  metrics?: Pick<Metrics, 'contentType' | 'text'>,
): Promise<ListeningServer> {
  return listen(
    (request, response) => {
      const [path = '', query] = request.url?.split('?', 2) ?? [];
      if (request.method !== 'GET') return send(response, 405, { status: 'method_not_allowed' });
      if (path === '/healthz') return send(response, 200, { status: 'alive' });
      if (path === '/metrics' && metrics) return void sendMetrics(response, metrics);
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

async function sendMetrics(response: ServerResponse, { contentType, text }: Pick<Metrics, 'contentType' | 'text'>) {
  try {
    const body = await text();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(body);
  } catch {
    // The message may quote a label. A scraper reports the status.
    send(response, 500, { status: 'metrics_failed' });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
