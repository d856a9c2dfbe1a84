import type { KeyObject } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { overriddenPage } from '@docfolio/contracts/entities/remote';
import { overrideHours, type RemoteOverride } from '@docfolio/contracts/entities/remote-override';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import { accessTokenAlgorithm } from '../access/access-tokens.js';

/** Differs from the issuer of access tokens, so that neither kind of token is accepted in place of the other. */
const issuer = 'docfolio-override';
const audience = 'remote-override';

const overrideClaims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  remote: z.string(),
  url: z.string(),
  pages: z.array(overriddenPage).optional(),
  exp: z.int(),
});
export type OverrideClaims = z.output<typeof overrideClaims>;

/** Signs and verifies the tokens with which a browser loads a remote from a developer's machine. */
export class OverrideTokens {
  private readonly jwt: JwtService;

  constructor(key: KeyObject) {
    this.jwt = new JwtService({
      privateKey: key,
      // The option's type lacks key objects, which jsonwebtoken accepts.
      publicKey: key as unknown as Buffer,
      signOptions: { algorithm: accessTokenAlgorithm, issuer, audience, expiresIn: overrideHours * 3_600 },
      verifyOptions: { algorithms: [accessTokenAlgorithm], issuer, audience },
    });
  }

  sign({ user_id, session_id }: { user_id: string; session_id: string }, override: RemoteOverride): Promise<string> {
    return this.jwt.signAsync({ sub: user_id, sid: session_id, ...override });
  }

  /** Returns the claims of a token. @throws ProblemError `link_expired` after 8 hours, else `token_invalid` */
  async verify(token: string): Promise<OverrideClaims> {
    try {
      return overrideClaims.parse(await this.jwt.verifyAsync<object>(token));
    } catch (cause) {
      const isExpired = cause instanceof Error && cause.name === 'TokenExpiredError';
      throw new ProblemError(isExpired ? 'link_expired' : 'token_invalid', { cause });
    }
  }
}
