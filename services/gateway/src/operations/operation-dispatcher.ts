import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { NamedOperation } from '@docfolio/contracts/operations';
import type { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import type { SubmissionClient } from '@docfolio/service-kit/submissions/submission-client';
import type { FastifyReply } from 'fastify';
import type { AuditedCall, AuditTrail } from '../audit/audit-trail.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { readIdempotencyKey } from '../http/idempotency-key.js';
import type { ClientHashes } from '../limits/client-hashes.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { type OperationInput, readOperationInput } from './operation-input.js';
import { sendRead } from './read-response.js';
import type { ResponseCache } from './response-cache.js';

export type OwnHandlers = ReadonlyMap<string, (input: unknown, request: EdgeRequest) => Promise<unknown>>;

interface Answer {
  status: number;
  result: unknown;
}

/** Serves operations: reads the input, calls its handler or service, sends the fields that the contract declares. */
export class OperationDispatcher {
  constructor(
    private readonly rpc: RpcClient,
    private readonly submissions: SubmissionClient,
    private readonly limits: RateLimits,
    private readonly own: OwnHandlers,
    private readonly responses: ResponseCache,
    private readonly audit: AuditTrail,
    private readonly clients: ClientHashes,
  ) {}

  /** Serves a request. @throws ProblemError to respond with */
  async answer({ name, operation }: NamedOperation, request: EdgeRequest, reply: FastifyReply): Promise<void> {
    const key = operation.creates ? readIdempotencyKey(request) : request.id;
    const input = await this.readInput({ name, operation }, request);
    if (operation.limit === 'forms') await this.limits.admitForm(request.ip, operationKey(operation), key);
    if (operation.limit === 'reports') await this.limits.admitReport(request.ip, key);
    const run = async () => {
      const call = await this.audit.begin({ name, operation }, request, key, input.parsed);
      try {
        const { status, result } = await this.run(operation, input, key, request, call);
        const declared = declaredOf(name, operation, result);
        await call.succeed(declared);
        return { status, declared };
      } catch (error) {
        await call.fail(error);
        throw declaredError(name, operation, error);
      }
    };
    if (operation.cache) {
      const make = async () => (await run()).declared;
      return this.responses.answer(operation, input, request, reply, make);
    }
    const { status, declared } = await run();
    // With the default `no-store`: it is personal or behind a secret link.
    reply.status(status);
    if (operation.method === 'GET') return sendRead(request, reply, declared);
    reply.send(declared);
  }

  /** Reads the input. That a known caller sent an invalid one is recorded. @throws ProblemError `validation_failed` */
  private async readInput(named: NamedOperation, request: EdgeRequest): Promise<OperationInput> {
    try {
      return readOperationInput(named.operation, request);
    } catch (error) {
      await this.audit.refused(named, request, error);
      throw error;
    }
  }

  private async run(
    operation: Operation,
    input: OperationInput,
    key: string,
    request: EdgeRequest,
    audited: AuditedCall,
  ): Promise<Answer> {
    const status = operation.creates ? 201 : 200;
    const own = this.own.get(operationKey(operation));
    if (own) return { status, result: await audited.run(() => own(input.parsed, request)) };
    const caller = request.principal ?? request.apiToken;
    const actor = caller ? { user_id: caller.user_id, email: caller.email } : null;
    const client = operation.limit === 'reports' ? this.clients.of(request.ip) : undefined;
    const call = { requestId: request.id, idempotencyKey: key, actor, auditId: audited.id, client };
    // The service parses the raw input itself; a parsed value may not parse again.
    if (operation.delivery === 'request') return { status, result: await this.rpc.call(operation, input.raw, call) };
    const outcome = await this.submissions.submit(operation, input.raw, call);
    if (!outcome.accepted) return { status, result: outcome.result };
    return { status: 202, result: { id: outcome.id, status: 'accepted' } };
  }
}

/** Returns the declared fields of a result. @throws ProblemError `internal` if it does not match the contract */
function declaredOf(name: string, operation: Operation, result: unknown): unknown {
  const declared = operation.output.safeParse(result);
  if (declared.success) return declared.data;
  throw new ProblemError('internal', { cause: new Error(`${name} answered outside its contract`) });
}

/** Removes undeclared fields from `current`, the record in a `stale` error. Returns other errors unchanged. */
function declaredError(name: string, operation: Operation, error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.current === undefined) return error;
  const { detail, errors, retryAfter } = error;
  const current = declaredOf(name, operation, error.current);
  return new ProblemError(error.code, { detail, errors, retryAfter, current, cause: error });
}
