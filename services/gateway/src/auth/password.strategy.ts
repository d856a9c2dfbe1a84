import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import type { CredentialsService } from './credentials.service.js';
import type { User } from './user.js';

export const passwordStrategy = 'password';

export class PasswordStrategy extends PassportStrategy(Strategy, passwordStrategy) {
  constructor(private readonly credentials: CredentialsService) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  async validate(request: FastifyRequest, email: string, password: string): Promise<User> {
    return this.credentials.verify(request.ip, email, password);
  }
}
