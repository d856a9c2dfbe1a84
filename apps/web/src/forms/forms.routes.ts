import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormFields } from '../rendering/form-submission.js';
import { isFromThisSite } from '../same-site.js';

/** Maximum bytes of a posted form: a message of 10,000 characters takes up to 90,000 with URL encoding. */
const bodyLimit = 128 * 1024;

interface FormsOptions {
  siteUrl: string | undefined;
  /** Returns whether the page at the request's path has forms. */
  hasForms: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  handle: (request: FastifyRequest, reply: FastifyReply, fields: FormFields) => Promise<FastifyReply>;
}

/** Accepts forms posted to pages with forms, unless from another site (same-site.ts); cached pages have no token. */
export async function serveForms(app: FastifyInstance, { siteUrl, hasForms, handle }: FormsOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, fieldsOf(String(body))),
    );
    scope.addHook('onRequest', async (request, reply) => {
      if (!(await hasForms(request, reply))) return reply.callNotFound();
      if (!isFromThisSite(request, siteUrl)) throw refusal(403);
    });
    // Which pages there are depends on the builds that this visitor gets.
    scope.post('/*', async (request, reply) => {
      if (!request.body) throw refusal(415);
      return handle(request, reply, request.body as FormFields);
    });
  });
}

const refusal = (statusCode: 403 | 415) => Object.assign(new Error('The form is refused'), { statusCode });

function fieldsOf(body: string): FormFields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body))
    if (!fields.has(name)) fields.set(name, value.replaceAll('\r\n', '\n'));
  return Object.fromEntries(fields);
}
