import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { User } from '../accounts/user.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { readOperationInput } from '../operations/operation-input.js';
import { passwordStrategy } from './password.strategy.js';

/** A request whose email and password PasswordGuard has checked. */
export interface VerifiedRequest extends EdgeRequest {
  verifiedUser: User;
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
