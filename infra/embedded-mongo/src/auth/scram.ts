import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding.

/** PBKDF2 iterations: MongoDB's default (scramSHA256IterationCount). */
const iterations = 15_000;

/** Stored credentials (RFC 5802): they verify a client's proof, but cannot be used to log in. */
export interface Credentials {
  user: string;
  salt: string;
  storedKey: Buffer;
  serverKey: Buffer;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Derives a user's stored credentials. @param password printable ASCII, which SASLprep leaves unchanged */
export async function deriveCredentials(user: string, password: string): Promise<Credentials> {
  const salt = randomBytes(28);
  const salted = await promisify(pbkdf2)(password, salt, iterations, 32, 'sha256');
  return {
    user,
    salt: salt.toString('base64'),
    storedKey: sha256(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** The client's SCRAM message is malformed, names another user or has a wrong proof. */
export class ScramError extends Error {}

const escaped = (name: string): string => name.replaceAll('=', '=3D').replaceAll(',', '=2C');

export class ScramExchange {
  private binding = '';
  private firstMessages = '';
  private nonce = '';

  constructor(private readonly credentials: Credentials) {}

  challenge(clientFirst: string): string {
    const match = /^([ny],,)(n=([^,]*),r=([\x21-\x2b\x2d-\x7e]+))$/.exec(clientFirst);
    const [, header = '', bare, user, clientNonce] = match ?? [];
    if (user !== escaped(this.credentials.user)) throw new ScramError('unknown user or malformed message');
    this.binding = Buffer.from(header).toString('base64');
    this.nonce = `${clientNonce}${randomBytes(24).toString('base64')}`;
    const serverFirst = `r=${this.nonce},s=${this.credentials.salt},i=${iterations}`;
    this.firstMessages = `${bare},${serverFirst}`;
    return serverFirst;
  }

  verify(clientFinal: string): string {
    const match = /^(c=([^,]+),r=([^,]+)),p=([^,]+)$/.exec(clientFinal);
    const [, withoutProof, binding, nonce, proof = ''] = match ?? [];
    const { storedKey, serverKey } = this.credentials;
    const authMessage = `${this.firstMessages},${withoutProof}`;
    const signature = hmac(storedKey, authMessage);
    const clientKey = Buffer.from(proof, 'base64');
    if (binding !== this.binding || nonce !== this.nonce || clientKey.length !== signature.length)
      throw new ScramError('malformed message');
    for (const [index, byte] of signature.entries()) clientKey[index]! ^= byte;
    if (!timingSafeEqual(sha256(clientKey), storedKey)) throw new ScramError('wrong password');
    return `v=${hmac(serverKey, authMessage).toString('base64')}`;
  }
}
