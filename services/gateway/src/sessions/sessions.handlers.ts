import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { auth } from '@docfolio/contracts/entities/session';
import { Injectable } from '@nestjs/common';
import { UsersService } from '../accounts/users.service.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { Answers } from '../operations/answers.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordGuard, type VerifiedRequest } from './password.guard.js';
import { SessionsService } from './sessions.service.js';

@Injectable()
export class SessionsHandlers {
  constructor(
    private readonly sessions: SessionsService,
    private readonly credentials: CredentialsService,
    private readonly users: UsersService,
  ) {}

  @Answers(auth.signIn, { guards: [PasswordGuard], problems: ['invalid_credentials', 'rate_limited'] })
  signIn(_input: InputOf<typeof auth.signIn>, request: EdgeRequest): Promise<OutputOf<typeof auth.signIn>> {
    return this.sessions.open((request as VerifiedRequest).verifiedUser);
  }

  @Answers(auth.refresh, { problems: ['token_invalid', 'token_reused', 'session_ended'] })
  refresh(input: InputOf<typeof auth.refresh>): Promise<OutputOf<typeof auth.refresh>> {
    return this.sessions.refresh(input.refresh_token);
  }

  @Answers(auth.signOut)
  async signOut(_input: InputOf<typeof auth.signOut>, request: EdgeRequest): Promise<OutputOf<typeof auth.signOut>> {
    await this.sessions.end([request.principal!.session_id]);
    return {};
  }

  @Answers(auth.me)
  me(_input: InputOf<typeof auth.me>, request: EdgeRequest): Promise<OutputOf<typeof auth.me>> {
    return this.users.describe(request.principal!);
  }

  @Answers(auth.changePassword, { problems: ['rate_limited'] })
  async changePassword(
    input: InputOf<typeof auth.changePassword>,
    request: EdgeRequest,
  ): Promise<OutputOf<typeof auth.changePassword>> {
    const { current_password, new_password } = input;
    await this.credentials.change(request.ip, request.principal!, current_password, new_password);
    return {};
  }
}
