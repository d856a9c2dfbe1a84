import type { KeyObject } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Principal } from '../http/edge-request.js';
import { accessClaims, accessTokenAlgorithm, accessTokenIssuer } from './access-tokens.js';
import type { Grants } from './grants.js';

export const accessTokenStrategy = 'access-token';

export class AccessTokenStrategy extends PassportStrategy(Strategy, accessTokenStrategy) {
  constructor(
    key: KeyObject,
    private readonly grants: Grants,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // The option's type lacks key objects, which jsonwebtoken accepts.
      secretOrKey: key as unknown as Buffer,
      algorithms: [accessTokenAlgorithm],
      issuer: accessTokenIssuer,
    });
  }

  /** Returns the user and rights of a verified token. @throws ProblemError `token_invalid`, `session_ended` */
  async validate(payload: unknown): Promise<Principal> {
    const claims = accessClaims.safeParse(payload);
    if (!claims.success) throw new ProblemError('token_invalid');
    const { sub, sid, email } = claims.data;
    const grant = await this.grants.read(sid, sub);
    if (!grant.live) throw new ProblemError('session_ended');
    return { user_id: sub, email, session_id: sid, is_admin: grant.admin };
  }
}
