import { ProblemError } from '@docfolio/contracts/core/problem';
import { overridePath, overrideStopPath } from '@docfolio/contracts/entities/remote-override';
import type { FastifyInstance } from 'fastify';
import { isFromThisSite } from '../same-site.js';
import type { Overrides } from './overrides.js';

/** Maximum bytes of a body: it contains one token. */
const bodyLimit = 4 * 1024;

interface OverrideRoutesOptions {
  siteUrl: string | undefined;
  overrides: Overrides;
}

/** Starts and stops overrides of remotes in the browser that asks, unless another site makes it ask. */
export async function serveOverrides(
  app: FastifyInstance,
  { siteUrl, overrides }: OverrideRoutesOptions,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!isFromThisSite(request, siteUrl)) throw new ProblemError('not_allowed');
    });
    scope.post(overridePath, async (request, reply) => {
      const { body } = request;
      const token = body instanceof URLSearchParams ? body.get('token') : null;
      if (token === null) throw new ProblemError('malformed_body');
      await overrides.start(token, request, reply);
      return reply.code(204).send();
    });
    scope.post(overrideStopPath, async (request, reply) => {
      overrides.stop(request, reply);
      return reply.code(204).send();
    });
  });
}
