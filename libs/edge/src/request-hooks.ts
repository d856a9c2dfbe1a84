import type { IncomingMessage } from 'node:http';
import { spanOfRequest, startRequestSpan } from '@docfolio/process/tracing/request-spans';
import { isTracing, runIn } from '@docfolio/process/tracing/tracer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drainRefusedBody } from './refused-body.js';

export interface TracingOptions {
  /** Returns whether a request begins a span: streams last as long as a page is open, and files say nothing. */
  isTraced(request: FastifyRequest): boolean;
  /** Returns the `traceparent` of a trusted caller. Default: none is trusted. */
  parentOf?(request: IncomingMessage): string | undefined;
}

/** Begins a span with each traced request, if this process is traced. */
export function addTracing(app: Pick<FastifyInstance, 'addHook'>, { isTraced, parentOf }: TracingOptions): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, raw } = request;
    if (!isTraced(request)) done();
    else startRequestSpan(request, { method, requestId: String(id), parent: parentOf?.(raw) }, done);
  });
  // The events of a body's arrival are outside of the context that the first hook set.
  app.addHook('preValidation', (request, _reply, done) => runIn(spanOfRequest(request), done));
}

/** Reads the rest of a refused request's body before its response is sent, or closes the connection. */
export function addDraining(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && !(await drainRefusedBody(request.raw))) reply.header('connection', 'close');
  });
}
