import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import type { DevServers } from './config.schema.js';

/**
 * Puts dev servers in the place of built files, on the page's own origin, so that hot replacement works under the same
 * Content-Security-Policy as everything else. Each brings its socket: `/hot` for the shell, `/remotes/<name>/hot`.
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
