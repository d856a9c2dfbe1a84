import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import type { DevServers } from './config.schema.js';

/**
 * Proxies dev servers in place of built files, on the page's own origin, so that hot reload works under the usual
 * Content-Security-Policy. The WebSockets for hot reload are `/hot` (shell) and `/remotes/<name>/hot`.
 */
export async function proxyDevServers(app: FastifyInstance, devServers: DevServers): Promise<void> {
  const prefixes = Object.entries(devServers).flatMap(([name, upstream]) => {
    if (!upstream) return [];
    const paths = name === 'shell' ? ['/assets', '/hot'] : [`/remotes/${name}`];
    return paths.map((prefix) => ({ prefix, upstream }));
  });
  for (const { prefix, upstream } of prefixes) {
    await app.register(httpProxy, { upstream, prefix, rewritePrefix: prefix, websocket: true });
  }
}
