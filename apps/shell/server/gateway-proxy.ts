import { randomUUID } from 'node:crypto';
import { imageUploadPath } from '@docfolio/contracts/image';
import { liveHeartbeat, livePath } from '@docfolio/contracts/live';
import { ProblemError } from '@docfolio/contracts/problem';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { commonHeaders } from './security-headers.js';

/** Milliseconds until the gateway has to begin its answer; its own deadline is 5 s. */
const headersTimeout = 8000;
/** The same for images and export files, which it passes on byte by byte. */
const bytesTimeout = 30_000;
const bytePaths = ['images', 'downloads'].flatMap((path) => [`/v1/${path}`, `/v1/${path}/*`]);
/** And for uploads: two minutes until one has arrived over a poor line, one until it has been worked on, and a little. */
const uploadTimeout = 200_000;
/** Images have a short address on the site, which is what posts are written with. */
const images = { prefix: '/images', rewritePrefix: '/api/v1/images' };
/** Milliseconds of silence inside an answer. */
const bodyTimeout = 120_000;
/** The same for the stream of changes: as long as its reader gives it, and a little more, for it is he who decides. */
const liveTimeout = 3 * liveHeartbeat;
/** The route of the stream of changes, whose answers have no end. */
const liveRoute = `/v1${livePath}`;
const connectTimeout = 2000;

/** What a client might send to appear as somebody else. */
const spoofable = ['forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-server', 'x-client-ip', 'x-request-id'];

/**
 * Passes `/api/*` and `/images/*` on to the gateway, as a stream in both directions. The client's address is the
 * socket's, or what a proxy of ours (TRUSTED_PROXIES) says of it.
 */
export async function proxyGateway(app: FastifyInstance, gatewayUrl: string): Promise<void> {
  await app.register(httpProxy, proxyOptions(gatewayUrl, headersTimeout));
  await app.register(httpProxy, { ...proxyOptions(gatewayUrl, bytesTimeout), routes: bytePaths });
  const sent = { ...proxyOptions(gatewayUrl, uploadTimeout), routes: [`/v1${imageUploadPath}`] };
  await app.register(httpProxy, { ...sent, httpMethods: ['POST'] });
  const shown = { ...proxyOptions(gatewayUrl, bytesTimeout), ...images };
  await app.register(httpProxy, { ...shown, routes: ['/:name'], httpMethods: ['GET', 'HEAD'] });
  await app.register(async (scope) => {
    endWithServer(scope);
    const options = proxyOptions(gatewayUrl, headersTimeout);
    // Connections of their own, as many as the gateway admits: open CRMs leave those of everybody else alone.
    const undici = { ...options.undici, connections: null, bodyTimeout: liveTimeout };
    await scope.register(httpProxy, { ...options, undici, routes: [liveRoute], httpMethods: ['GET', 'HEAD'] });
  });
}

/** Ends the answers of a scope when the server closes, which would wait for them otherwise. */
function endWithServer(scope: FastifyInstance): void {
  const answers = new Set<FastifyReply>();
  scope.addHook('onRequest', async (_request, reply) => {
    answers.add(reply);
    reply.raw.on('close', () => answers.delete(reply));
  });
  scope.addHook('preClose', async () => {
    for (const { raw } of answers) raw.destroy();
  });
}

function proxyOptions(gatewayUrl: string, headersTimeout: number) {
  return {
    upstream: gatewayUrl,
    prefix: '/api',
    rewritePrefix: '/api',
    // Its lines would carry queries, and with them what people search for.
    disableRequestLogging: true,
    // It would ask a service that says 503 ten times more, and take Retry-After for milliseconds.
    retryMethods: [],
    undici: { connections: 256, pipelining: 1, headersTimeout, bodyTimeout, connect: { timeout: connectTimeout } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !spoofable.includes(name)));
        return {
          ...own,
          'x-request-id': String(request.id),
          'x-forwarded-for': request.ip,
          'x-forwarded-host': request.host,
          'x-forwarded-proto': request.protocol,
        };
      },
      onError: (reply, { error }) => {
        reply.log.warn({ reason: (error as Error & { code?: string }).code }, 'the gateway did not answer');
        sendProblem(reply as FastifyReply, new ProblemError('unavailable', { retryAfter: 1 }));
      },
    },
  } satisfies FastifyHttpProxyOptions;
}

/** Answers with `application/problem+json` (RFC 9457). */
export function sendProblem(reply: FastifyReply, problem: ProblemError): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .headers(commonHeaders)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem.toProblem(String(reply.request.id))));
}

export const newRequestId = () => randomUUID();
