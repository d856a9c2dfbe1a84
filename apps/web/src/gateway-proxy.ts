import { randomUUID } from 'node:crypto';
import { imageUploadPath } from '@docfolio/contracts/image';
import { liveHeartbeat, livePath } from '@docfolio/contracts/live';
import { ProblemError } from '@docfolio/contracts/problem';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Agent } from 'undici';
import { gatewayAgent, isConnectionReset, responseDeadline } from './gateway-connection.js';
import { isMediaType } from './media-type.js';
import { commonHeaders } from './security-headers.js';

const bytePaths = ['images', 'downloads'].flatMap((path) => [`/v1/${path}`, `/v1/${path}/*`]);
/**
 * Milliseconds until the gateway has to respond to an upload: two minutes until one has arrived over a poor line, one until
 * it has been processed, and a little.
 */
const uploadTimeout = 200_000;
/** Images have a short address on the site, which is what posts are written with. */
const images = { prefix: '/images', rewritePrefix: '/api/v1/images' };
/** Milliseconds of silence inside an answer. */
const bodyTimeout = 120_000;
/** The same for the stream of changes: as long as its reader gives it, and a little more, for it is he who decides. */
const liveTimeout = 3 * liveHeartbeat;
/** The route of the stream of changes, whose answers have no end. */
const liveRoute = `/v1${livePath}`;
/** Connections for everything but the live stream. */
const connections = 256;
/** ms before a GET whose connection was reset is sent again. */
const resendDelay = 20;

/** What a client might send to appear as somebody else. */
const spoofable = ['forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-server', 'x-client-ip', 'x-request-id'];

/**
 * Passes `/api/*` and `/images/*` on to the gateway, as a stream in both directions. The client's address is the
 * socket's, or what a proxy of ours (TRUSTED_PROXIES) says of it.
 */
export async function proxyGateway(app: FastifyInstance, gatewayUrl: string): Promise<void> {
  await app.register(async (scope) => proxyInScope(scope, gatewayUrl));
}

async function proxyInScope(app: FastifyInstance, gatewayUrl: string): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    const type = headers['content-type'];
    if (type !== undefined && !isMediaType(type))
      throw new ProblemError('unsupported_media_type', { detail: 'The Content-Type cannot be read.' });
  });
  const agentWith = (headersTimeout: number) =>
    closedWith(app, gatewayAgent({ headersTimeout, bodyTimeout, connections }));
  const bytes = proxyOptions(gatewayUrl, agentWith(responseDeadline));
  await app.register(httpProxy, proxyOptions(gatewayUrl, agentWith(responseDeadline)));
  await app.register(httpProxy, { ...bytes, routes: bytePaths });
  const sent = { ...proxyOptions(gatewayUrl, agentWith(uploadTimeout)), routes: [`/v1${imageUploadPath}`] };
  await app.register(httpProxy, { ...sent, httpMethods: ['POST'] });
  const shown = { ...bytes, ...images };
  await app.register(httpProxy, { ...shown, routes: ['/:name'], httpMethods: ['GET', 'HEAD'] });
  await app.register(async (scope) => {
    endWithServer(scope);
    // Unlimited connections of their own, so that open CRMs don't use up those of other requests.
    const agent = gatewayAgent({ headersTimeout: responseDeadline, bodyTimeout: liveTimeout, connections: null });
    const options = proxyOptions(gatewayUrl, closedWith(app, agent));
    await scope.register(httpProxy, { ...options, routes: [liveRoute], httpMethods: ['GET', 'HEAD'] });
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

/** Destroys the agent once the server has closed. */
function closedWith(app: FastifyInstance, agent: Agent): Agent {
  app.addHook('onClose', () => agent.destroy());
  return agent;
}

function proxyOptions(gatewayUrl: string, agent: Agent) {
  return {
    upstream: gatewayUrl,
    prefix: '/api',
    rewritePrefix: '/api',
    // Its lines would carry queries, and with them what people search for.
    disableRequestLogging: true,
    undici: agent,
    replyOptions: {
      // Replaces the default, which also resends after a 503: when to come back is for the client to decide. A GET is sent
      // once more after a reset, as of a replica that is being restarted.
      retryDelay: ({ err, req, attempt }) =>
        attempt === 0 && (req.method === 'GET' || req.method === 'HEAD') && isConnectionReset(err) ? resendDelay : null,
      // Hop-by-hop headers describe the connection to the gateway. Passed on, its keep-alive would undo the `close` with
      // which a stopping web process asks the proxies before it to move to another replica.
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers,
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
