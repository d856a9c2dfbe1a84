import { createSecretKey, type KeyObject } from 'node:crypto';
import { accessTokenLifetime } from '@docfolio/contracts/entities/session';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';

/** The only accepted algorithm: tokens that name another one, or none, are refused. */
export const accessTokenAlgorithm = 'HS256';
export const accessTokenIssuer = 'docfolio';

/** Claims of an access token. They contain no role: rights are read for each request. */
export const accessClaims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  email: z.string(),
  iat: z.int(),
  exp: z.int(),
});
export type AccessClaims = z.output<typeof accessClaims>;

/** Returns the signing key as a key object. From a string jsonwebtoken makes one per token: 900 us, not 18. */
export function accessTokenKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}

export class AccessTokens {
  private readonly jwt: JwtService;

  constructor(key: KeyObject) {
    this.jwt = new JwtService({
      privateKey: key,
      signOptions: { algorithm: accessTokenAlgorithm, issuer: accessTokenIssuer, expiresIn: accessTokenLifetime },
    });
  }

  sign(claims: Pick<AccessClaims, 'sub' | 'sid' | 'email'>): Promise<string> {
    return this.jwt.signAsync(claims);
  }
}
