import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DevServers } from './config.schema.js';
import { ownRemotes, type Remotes } from './remotes.js';

/** Ten hexadecimal digits before the extension: the name changes with the content. */
const hashedName = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;

/** `max-age` in seconds of pictures whose names have no hash. */
const pictureLifetime = 3600;

/** Made by the build of libs/site-copy. `og.png` is the link preview of pages without a picture. */
const brandFiles = ['og.png', 'favicon.svg', 'icon-192.png', 'icon-512.png', 'site.webmanifest'];

const common = { cacheControl: false, index: false as const, redirect: false, dotfiles: 'ignore' as const };

const builds = {
  ...common,
  preCompressed: true,
  setHeaders: (reply: FastifyReply, file: string) => {
    const isHashed = hashedName.test(path.basename(file));
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
};

interface StaticFilesOptions {
  browserDirectory: string;
  /** The web app's folder. */
  directory: string;
  brandDirectory: string;
  remotes: Remotes;
  devServers: DevServers;
}

/**
 * Serves the builds of the shell and of own remotes, except those that have a dev server, the site's pictures in `static/`,
 * and the files that carry the owner's name.
 */
export async function serveStaticFiles(app: FastifyInstance, options: StaticFilesOptions): Promise<void> {
  const { browserDirectory, directory, brandDirectory, remotes, devServers } = options;
  if (!devServers.shell) {
    const root = path.join(browserDirectory, 'assets');
    await app.register(fastifyStatic, { ...builds, root, prefix: '/assets/' });
  }
  for (const name of ownRemotes) {
    if (devServers[name]) continue;
    await app.register(fastifyStatic, {
      ...builds,
      root: remotes.directory(name),
      prefix: `/remotes/${name}/`,
      decorateReply: false,
      // The server build is not public.
      allowedPath: (file) => !file.startsWith('/server/'),
    });
  }
  await app.register(fastifyStatic, {
    ...common,
    root: path.join(directory, 'static'),
    prefix: '/static/',
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${pictureLifetime}`),
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
  for (const file of brandFiles) app.get(`/${file}`, (_request, reply) => reply.sendFile(file, brandDirectory));
}
