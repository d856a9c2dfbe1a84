import type { Access, ApiScope } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { coversCall, scopeOfRemote } from '@docfolio/contracts/entities/api-token';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { readApiToken } from '../accounts/api-token.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { accessTokenStrategy } from './access-token.strategy.js';
import { ApiTokensService } from './api-tokens.service.js';

const tokenScope = Symbol('scope of the API tokens that a route accepts');

const servedOperation = Symbol('operation that a route serves');

/** Names the operation that a route serves, for the audit trail. */
export const ServesOperation = (named: NamedOperation) => SetMetadata(servedOperation, named);

/** Records that a known caller was refused. Routes without an operation are reads. */
async function recordRefusal(audit: AuditTrail, context: ExecutionContext, error: ProblemError): Promise<void> {
  const named: NamedOperation | undefined = Reflect.getMetadata(servedOperation, context.getHandler());
  if (named) await audit.refused(named, context.switchToHttp().getRequest<EdgeRequest>(), error);
}

interface AcceptedScope {
  scope: ApiScope;
  /** Parameter of path or query that names the remote. Undefined: the route is about none, and any scope for it will do. */
  scopedBy: string | undefined;
}

/** Lets API tokens whose scopes cover the call use a route that has the guards of admin access. */
export const AcceptsApiTokens = (scope: ApiScope, scopedBy: string | undefined) =>
  SetMetadata<symbol, AcceptedScope>(tokenScope, { scope, scopedBy });

/** Returns the scope that a token lacks for a request; undefined if its scopes cover it. */
function lackingScope(scopes: readonly string[], { scope, scopedBy }: AcceptedScope, request: EdgeRequest) {
  if (scopedBy === undefined)
    return scopes.some((each) => each === scope || each.startsWith(`${scope}:`)) ? undefined : scope;
  const named = { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>;
  const { [scopedBy]: value } = named;
  const remote = typeof value === 'string' ? value : undefined;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (coversCall(scopes, scope, { remote, isRead })) return undefined;
  return remote === undefined ? scope : scopeOfRemote(scope, remote);
}

/**
 * Authenticates callers with an API token. Admits them only to routes that accept their scopes, for the remote that the call is about; other callers pass on to
 * SignedInGuard.
 */
@Injectable()
export class ApiTokenGuard implements CanActivate {
  constructor(
    @Inject(ApiTokensService) private readonly tokens: ApiTokensService,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const token = readApiToken(request.headers.authorization);
    if (token === undefined) return true;
    const caller = await this.tokens.authenticate(token);
    const accepted: AcceptedScope | undefined = Reflect.getMetadata(tokenScope, context.getHandler());
    request.apiToken = caller;
    const lacking = accepted && lackingScope(caller.scopes, accepted, request);
    if (accepted && lacking === undefined) return true;
    const detail = accepted ? `The API token does not have the scope ${lacking}.` : 'No API token may do this.';
    const refusal = new ProblemError('not_allowed', { detail });
    await recordRefusal(this.audit, context, refusal);
    throw refusal;
  }
}

@Injectable()
export class SignedInGuard extends AuthGuard(accessTokenStrategy) {
  /** Admits also callers that ApiTokenGuard has authenticated. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.switchToHttp().getRequest<EdgeRequest>().apiToken) return true;
    return (await super.canActivate(context)) as boolean;
  }

  override getAuthenticateOptions() {
    return { session: false, property: 'principal' };
  }

  /** Returns the signed-in user, or throws; `info` is Passport's error for a missing, forged or expired token. */
  override handleRequest<T>(error: unknown, principal: T | false | null, info: unknown): T {
    if (error) throw error;
    if (principal) return principal;
    const absent = info instanceof Error && info.message === 'No auth token';
    throw new ProblemError(absent ? 'not_signed_in' : 'token_invalid');
  }
}

/** Admits active admins, and API tokens that one created. Must run after SignedInGuard. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(@Inject(AuditTrail) private readonly audit: AuditTrail) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { principal, apiToken } = context.switchToHttp().getRequest<EdgeRequest>();
    const caller = principal ?? apiToken;
    if (!caller) throw new ProblemError('not_signed_in');
    if (caller.is_admin) return true;
    const refusal = new ProblemError('not_allowed');
    await recordRefusal(this.audit, context, refusal);
    throw refusal;
  }
}

/** Guards of a route by its access. Public routes never read Authorization; others accept API tokens by `AcceptsApiTokens`. */
export const guardsOf: Record<Access, Type<CanActivate>[]> = {
  public: [],
  'signed-in': [ApiTokenGuard, SignedInGuard],
  admin: [ApiTokenGuard, SignedInGuard, AdminGuard],
};
