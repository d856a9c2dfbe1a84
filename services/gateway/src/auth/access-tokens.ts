import { createSecretKey, type KeyObject } from 'node:crypto';
import { accessTokenLifetime } from '@docfolio/contracts/session';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';

/** Pinned: a token that names another algorithm, or none, is refused whatever it says. */
export const accessTokenAlgorithm = 'HS256';
export const accessTokenIssuer = 'docfolio';

/** What an access token says. Roles aren't in it: they are looked up for each request. */
export const accessClaims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  email: z.string(),
  iat: z.int(),
  exp: z.int(),
});
export type AccessClaims = z.output<typeof accessClaims>;

/**
 * The signing key. As a key object: with a string or a buffer jsonwebtoken makes a new one for each token, 900
 * microseconds a verification against 18.
 */
export function accessTokenKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}

/** Signs access tokens; the access token strategy reads them. */
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
