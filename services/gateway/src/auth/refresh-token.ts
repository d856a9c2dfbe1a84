import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token names its session and is sealed, `<session id>.<secret>.<seal>`: one that we never issued is told
 * apart from one that has been used up, so that a stranger who knows a session's id cannot end it.
 */
export interface RefreshToken {
  token: string;
  /** What is stored. */
  hash: string;
}

const idPattern = /^[0-9a-f-]{36}$/;

export class RefreshTokens {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('refresh-token').digest();
  }

  issue(sessionId: string): RefreshToken {
    const content = `${sessionId}.${randomBytes(32).toString('base64url')}`;
    const token = `${content}.${this.seal(content).toString('base64url')}`;
    return { token, hash: hashOf(token) };
  }

  /** The session and hash of a token of ours; undefined for anything else. */
  read(token: string): { sessionId: string; hash: string } | undefined {
    const [sessionId = '', secret = '', seal = '', ...rest] = token.split('.');
    if (rest.length > 0 || !idPattern.test(sessionId)) return undefined;
    const expected = this.seal(`${sessionId}.${secret}`);
    const given = Buffer.from(seal, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { sessionId, hash: hashOf(`${sessionId}.${secret}.${expected.toString('base64url')}`) };
  }

  private seal(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
