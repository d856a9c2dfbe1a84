import { ProblemError, problems } from '@docfolio/contracts/core/problem';
import { spanOfRequest } from '@docfolio/process/tracing/request-spans';
import type { Logger } from '@docfolio/service-kit/logging';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from './api-prefix.js';
import type { KnownPaths } from './known-paths.js';
import { problemOf } from './problem.js';

export const problemContentType = 'application/problem+json; charset=utf-8';

/** Responds to errors with problems (RFC 9457), without stacks or driver messages. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly knownPaths: KnownPaths,
    private readonly logger: Logger,
  ) {}

  /** Returns whether nothing answers the method of a request at its address. Its body is then not read. */
  isUnanswered({ is404, method, url }: FastifyRequest): boolean {
    return is404 || this.knownPaths.isMistaken(method, url);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    let problem = problemOf(error);
    const methods = problem.code === 'no_such_route' ? this.knownPaths.methodsOf(request.url) : [];
    if (methods.length > 0 && request.method === 'OPTIONS')
      return void reply.header('allow', methods.join(', ')).status(204).send();
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', methods.join(', '));
      problem = new ProblemError('method_not_allowed', { detail: `This address answers ${methods.join(', ')}.` });
    }
    // A schema that throws is a bug, although the client gets a 400.
    const schemaThrew = problem.code === 'validation_failed' && problem.cause !== undefined;
    if (problem.status >= 500 || schemaThrew) this.logFailure(problem, request.id);
    spanOfRequest(request).set({ 'docfolio.problem': problem.code });
    if (reply.sent) return;
    const retryAfter = problem.retryAfter ?? (problem.status === 503 ? 1 : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
    // Locations in contracts are relative to the API prefix.
    if (problem.location !== undefined) reply.header('location', apiPrefix + problem.location);
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
    reply
      .status(problem.status)
      .header('cache-control', 'no-store')
      .type(problemContentType)
      .send(JSON.stringify(problem.toProblem(request.id)));
  }

  private logFailure(problem: ProblemError, requestId: string): void {
    const expected = problem.code === 'unavailable' || problem.code === 'saturated';
    const message = problems[problem.code].title;
    if (expected) this.logger.warn({ request_id: requestId, code: problem.code, cause: causeText(problem) }, message);
    else this.logger.error({ request_id: requestId, code: problem.code, err: problem.cause ?? problem }, message);
  }
}

function causeText(problem: ProblemError): string | undefined {
  return problem.cause instanceof Error ? problem.cause.message : undefined;
}
