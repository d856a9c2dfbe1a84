import { publicPages } from '@docfolio/site-copy/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormFields } from '../rendering/form-submission.js';
import { isFromThisSite } from './same-site.js';

/** Bytes of a posted form: 10,000 characters, escaped, take up to 90,000. */
const bodyLimit = 128 * 1024;

interface FormsOptions {
  /** SITE_URL */
  siteUrl: string | undefined;
  handle: (request: FastifyRequest, reply: FastifyReply, fields: FormFields) => Promise<FastifyReply>;
}

/**
 * Accepts plain HTML forms at the paths of pages with forms. Cached pages cannot contain a CSRF token: headers that browsers
 * send show whether a form was posted from this site.
 */
export async function serveForms(app: FastifyInstance, { siteUrl, handle }: FormsOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, fieldsOf(String(body))),
    );
    scope.addHook('onRequest', async (request) => {
      if (!isFromThisSite(request, siteUrl)) throw refusal(403);
    });
    for (const { path, hasForms } of publicPages) {
      if (!hasForms) continue;
      scope.post(path, async (request, reply) => {
        if (!request.body) throw refusal(415);
        return handle(request, reply, request.body as FormFields);
      });
    }
  });
}

const refusal = (statusCode: 403 | 415) => Object.assign(new Error('The form is refused'), { statusCode });

function fieldsOf(body: string): FormFields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body))
    if (!fields.has(name)) fields.set(name, value.replaceAll('\r\n', '\n'));
  return Object.fromEntries(fields);
}
