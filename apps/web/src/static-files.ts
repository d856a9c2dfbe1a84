import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DevServers } from './config.schema.js';
import { ownRemotes, type Remotes } from './remotes.js';

/** Ten hexadecimal digits before the extension: the name changes when the content does. */
const hashedName = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;

/** What every answer from a folder carries. Hashed files are kept for a year; all others are asked for every time. */
function setHeaders(reply: FastifyReply, file: string): void {
  const hashed = hashedName.test(path.basename(file));
  reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** Serves the host's files and those of the own remotes, except where a dev server does. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { browserDirectory, remotes, devServers }: { browserDirectory: string; remotes: Remotes; devServers: DevServers },
): Promise<void> {
  const common = {
    preCompressed: true,
    cacheControl: false,
    index: false as const,
    redirect: false,
    dotfiles: 'ignore' as const,
    setHeaders,
  };
  if (!devServers.shell) {
    await app.register(fastifyStatic, {
      ...common,
      root: path.join(browserDirectory, 'assets'),
      prefix: '/assets/',
      decorateReply: true,
    });
  }
  for (const name of ownRemotes) {
    if (devServers[name]) continue;
    await app.register(fastifyStatic, {
      ...common,
      root: remotes.directory(name),
      prefix: `/remotes/${name}/`,
      decorateReply: false,
      // What this process draws pages with is nobody's business.
      allowedPath: (file) => !file.startsWith('/server/'),
    });
  }
}
