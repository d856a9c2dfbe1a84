import { ProblemError } from '@docfolio/contracts/core/problem';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { normaliseEmail, type User } from '../accounts/user.js';
import type { UsersRepository } from '../accounts/users.repository.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { EdgeRequest } from '../http/edge-request.js';
import type { CredentialsService } from './credentials.service.js';

export const passwordStrategy = 'password';

export class PasswordStrategy extends PassportStrategy(Strategy, passwordStrategy) {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly users: UsersRepository,
    private readonly audit: AuditTrail,
  ) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  async validate(request: EdgeRequest, email: string, password: string): Promise<User> {
    try {
      return await this.credentials.verify(request.ip, email, password);
    } catch (error) {
      // Attempts beyond the rate limit have no entry: otherwise they could fill the database.
      if (!(error instanceof ProblemError) || error.code !== 'invalid_credentials') throw error;
      const account = normaliseEmail(email);
      await this.audit.signInFailed(request, account, await this.users.findByEmail(account), error);
      throw error;
    }
  }
}
