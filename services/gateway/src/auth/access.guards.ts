import type { Access } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { auth } from '@docfolio/contracts/session';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { EdgeRequest } from '../http/edge-request.js';
import { readOperationInput } from '../operations/operation-input.js';
import { accessTokenStrategy } from './access-token.strategy.js';
import { passwordStrategy } from './password.strategy.js';

@Injectable()
export class SignedInGuard extends AuthGuard(accessTokenStrategy) {
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

/** Admits active admins. Must run after SignedInGuard. */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { principal } = context.switchToHttp().getRequest<EdgeRequest>();
    if (!principal) throw new ProblemError('not_signed_in');
    if (!principal.is_admin) throw new ProblemError('not_allowed');
    return true;
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

/** Guards of a route by its access. Public routes never read Authorization. */
export const guardsOf: Record<Access, Type<CanActivate>[]> = {
  public: [],
  'signed-in': [SignedInGuard],
  admin: [SignedInGuard, AdminGuard],
};
