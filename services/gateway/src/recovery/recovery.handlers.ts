import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { auth } from '@docfolio/contracts/entities/session';
import { Injectable } from '@nestjs/common';
import type { EdgeRequest } from '../http/edge-request.js';
import { Answers } from '../operations/answers.js';
import { RecoveryService } from './recovery.service.js';

@Injectable()
export class RecoveryHandlers {
  constructor(private readonly recovery: RecoveryService) {}

  @Answers(auth.requestRecovery)
  async requestRecovery(
    { email }: InputOf<typeof auth.requestRecovery>,
    request: EdgeRequest,
  ): Promise<OutputOf<typeof auth.requestRecovery>> {
    await this.recovery.request(request.ip, email);
    return {};
  }

  @Answers(auth.checkRecovery, { problems: ['link_expired'] })
  checkRecovery({ token }: InputOf<typeof auth.checkRecovery>): Promise<OutputOf<typeof auth.checkRecovery>> {
    return this.recovery.check(token);
  }

  @Answers(auth.completeRecovery, { problems: ['link_expired'] })
  completeRecovery(
    { token, new_password, revoke_tokens }: InputOf<typeof auth.completeRecovery>,
    request: EdgeRequest,
  ): Promise<OutputOf<typeof auth.completeRecovery>> {
    return this.recovery.complete(request.ip, token, new_password, revoke_tokens);
  }
}
