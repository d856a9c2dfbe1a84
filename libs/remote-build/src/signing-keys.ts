import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface KeyPair {
  /** PKCS #8 DER in base64, one line, for the command that publishes builds. */
  privateKey: string;
  /** SPKI DER in base64, one line: for REMOTES_PUBLIC_KEYS. */
  publicKey: string;
}

/** Generates an Ed25519 key pair for signing builds. */
export function generateKeys(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Public keys by their id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Returns the first 16 hexadecimal digits of the SHA-256 of a public key. */
export function keyId(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** Reads a private key as `generateKeys` returns it. @throws Error if it is not an Ed25519 key */
export function readPrivateKey(text: string): KeyObject {
  return ed25519(createPrivateKey({ key: Buffer.from(text.trim(), 'base64'), type: 'pkcs8', format: 'der' }));
}

/**
 * Reads public keys as `generateKeys` returns them, separated by commas: several while keys are rotated.
 * @throws Error if one is not an Ed25519 key
 */
export function readPublicKeys(text: string): PublicKeys {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ed25519(createPublicKey({ key: Buffer.from(part, 'base64'), type: 'spki', format: 'der' })));
  return new Map(keys.map((key) => [keyId(key), key]));
}

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`not an Ed25519 key, but ${key.asymmetricKeyType}`);
  return key;
}
