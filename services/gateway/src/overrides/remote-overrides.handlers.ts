import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { remoteOverrides } from '@docfolio/contracts/entities/remote-override';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { Grants } from '../access/grants.js';
import type { EdgeRequest } from '../http/edge-request.js';
import { Answers } from '../operations/answers.js';
import { OverrideTokens } from './override-tokens.js';

@Injectable()
export class RemoteOverridesHandlers {
  constructor(
    private readonly tokens: OverrideTokens,
    private readonly grants: Grants,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  @Answers(remoteOverrides.grant)
  async grant(
    override: InputOf<typeof remoteOverrides.grant>,
    request: EdgeRequest,
  ): Promise<OutputOf<typeof remoteOverrides.grant>> {
    const principal = request.principal!;
    const token = await this.tokens.sign(principal, override);
    const { remote, url } = override;
    this.logger.info({ user_id: principal.user_id, remote, url }, 'override of a remote granted');
    return { token };
  }

  /** A token ends with the session and the rights of the admin who got it, however long it is valid. */
  @Answers(remoteOverrides.check, { problems: ['token_invalid', 'session_ended', 'link_expired'] })
  async check({ token }: InputOf<typeof remoteOverrides.check>): Promise<OutputOf<typeof remoteOverrides.check>> {
    const { sub, sid, remote, url, pages, exp } = await this.tokens.verify(token);
    const grant = await this.grants.read(sid, sub);
    if (!grant.live || !grant.admin) throw new ProblemError('session_ended');
    return { remote, url, pages, expires_at: new Date(exp * 1_000).toISOString() };
  }
}
