import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `<session id>.<secret>.<seal>`. Without a valid seal it is forged and only refused; reuse ends the session. */
export interface RefreshToken {
  sessionId: string;
  token: string;
  hash: string;
}

const idPattern = /^[0-9a-f-]{36}$/;

export class RefreshTokens {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('refresh-token').digest();
  }

  issue(sessionId: string): RefreshToken {
    return this.make(sessionId, randomBytes(32));
  }

  /** Returns the token that replaces a used one. Derived from it, so that concurrent requests get the same. */
  successorOf(used: RefreshToken): RefreshToken {
    return this.make(used.sessionId, this.mac(`successor ${used.token}`));
  }

  read(token: string): RefreshToken | undefined {
    const [sessionId = '', secret = '', seal = '', ...rest] = token.split('.');
    if (rest.length > 0 || !idPattern.test(sessionId)) return undefined;
    const content = `${sessionId}.${secret}`;
    const expected = this.mac(content);
    const given = Buffer.from(seal, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return sealed(sessionId, content, expected);
  }

  private make(sessionId: string, secret: Buffer): RefreshToken {
    const content = `${sessionId}.${secret.toString('base64url')}`;
    return sealed(sessionId, content, this.mac(content));
  }

  private mac(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}

function sealed(sessionId: string, content: string, seal: Buffer): RefreshToken {
  const token = `${content}.${seal.toString('base64url')}`;
  return { sessionId, token, hash: createHash('sha256').update(token).digest('base64url') };
}
