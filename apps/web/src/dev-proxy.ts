import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import type { DevServers } from './config.schema.js';

/** Proxies dev servers, with the WebSockets of hot reload, on the site's origin: the CSP of pages allows no other. */
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
