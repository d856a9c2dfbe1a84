import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Seconds. Their names have no hash: after that a browser asks, with the ETag, whether they are still the same. */
const lifetime = 3600;

const setHeaders = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${lifetime}`);

/** Made by the build of libs/site-copy. `og.png` is the link preview of pages without a picture. */
const brandFiles = ['og.png', 'favicon.svg', 'icon-192.png', 'icon-512.png', 'site.webmanifest'];

/**
 * Serves the site's own pictures: the folder `static/` below `/static/`, and the files that carry the owner's name.
 * @param directory the app's folder
 * @param brandDirectory the folder of the files that carry the owner's name
 */
export async function serveSiteFiles(app: FastifyInstance, directory: string, brandDirectory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(directory, 'static'),
    prefix: '/static/',
    cacheControl: false,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders,
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
  for (const file of brandFiles) app.get(`/${file}`, (_request, reply) => reply.sendFile(file, brandDirectory));
}
