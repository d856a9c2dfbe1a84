import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { Injectable } from '@nestjs/common';
import { ApiTokensService } from '../access/api-tokens.service.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { Answers } from '../operations/answers.js';

@Injectable()
export class ApiTokensHandlers {
  constructor(private readonly tokens: ApiTokensService) {}

  @Answers(apiTokens.list)
  async list(): Promise<OutputOf<typeof apiTokens.list>> {
    return { items: await this.tokens.list() };
  }

  @Answers(apiTokens.create, { problems: ['conflict'] })
  create(
    { name, scopes }: InputOf<typeof apiTokens.create>,
    request: EdgeRequest,
  ): Promise<OutputOf<typeof apiTokens.create>> {
    return this.tokens.create(request.principal!, name, scopes);
  }

  @Answers(apiTokens.revoke)
  revoke({ id }: InputOf<typeof apiTokens.revoke>, request: EdgeRequest): Promise<OutputOf<typeof apiTokens.revoke>> {
    return this.tokens.revoke(request.principal!, id);
  }
}
