import type { Access, ApiScope } from '@docfolio/contracts/operation';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { ProblemError } from '@docfolio/contracts/problem';
import { auth } from '@docfolio/contracts/session';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AuditTrail } from '../audit/audit-trail.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { readOperationInput } from '../operations/operation-input.js';
import { accessTokenStrategy } from './access-token.strategy.js';
import { readApiToken } from './api-token.js';
import { ApiTokensService } from './api-tokens.service.js';
import { passwordStrategy } from './password.strategy.js';

const tokenScope = Symbol('scope of the API tokens that a route accepts');

const servedOperation = Symbol('operation that a route serves');

/** Names the operation that a route serves, for the audit trail. */
export const ServesOperation = (named: NamedOperation) => SetMetadata(servedOperation, named);

/** Records that a known caller was refused. Routes without an operation are reads. */
async function recordRefusal(audit: AuditTrail, context: ExecutionContext, error: ProblemError): Promise<void> {
  const named: NamedOperation | undefined = Reflect.getMetadata(servedOperation, context.getHandler());
  if (named) await audit.refused(named, context.switchToHttp().getRequest<EdgeRequest>(), error);
}

/** Lets API tokens with this scope call a route that has the guards of admin access. */
export const AcceptsApiTokens = (scope: ApiScope) => SetMetadata(tokenScope, scope);

/**
 * Authenticates callers with an API token. Admits them only to routes that accept their scope; other callers pass on to
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
    const scope: ApiScope | undefined = Reflect.getMetadata(tokenScope, context.getHandler());
    request.apiToken = caller;
    if (scope !== undefined && caller.scopes.includes(scope)) return true;
    const refusal = new ProblemError('not_allowed', { detail: 'The API token does not have the scope for this.' });
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

/** Checks email and password. Refuses a body with other fields first. */
@Injectable()
export class PasswordGuard extends AuthGuard(passwordStrategy) {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    readOperationInput(auth.signIn, context.switchToHttp().getRequest<EdgeRequest>());
    return (await super.canActivate(context)) as boolean;
  }

  override getAuthenticateOptions() {
    return { session: false, property: 'verifiedUser' };
  }

  override handleRequest<T>(error: unknown, user: T | false | null): T {
    if (error) throw error;
    if (!user) throw new ProblemError('invalid_credentials');
    return user;
  }
}

/** Guards of a route by its access. Public routes never read Authorization; others accept API tokens by `AcceptsApiTokens`. */
export const guardsOf: Record<Access, Type<CanActivate>[]> = {
  public: [],
  'signed-in': [ApiTokenGuard, SignedInGuard],
  admin: [ApiTokenGuard, SignedInGuard, AdminGuard],
};
