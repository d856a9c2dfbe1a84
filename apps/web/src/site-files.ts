import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Seconds. Their names have no hash: after that a browser asks, with the ETag, whether they are still the same. */
const lifetime = 3600;

const setHeaders = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${lifetime}`);

/**
 * Serves the site's own pictures: the folder `static/` below `/static/`, and `/og.png`, which link previews show of
 * pages without a picture.
 * @param directory the app's folder
 */
export async function serveSiteFiles(app: FastifyInstance, directory: string): Promise<void> {
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
  app.get('/og.png', (_request, reply) => reply.sendFile('og.png', path.join(directory, 'preview')));
}
