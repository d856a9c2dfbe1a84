import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { adminRemotes, remoteName } from '@docfolio/contracts/entities/remote';

/** Stands for all remotes except those that run in an admin's session. */
const anyRemote = '*';

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
    publicKey: publicKeyText(publicKey),
  };
}

/** Returns a public key as REMOTES_PUBLIC_KEYS contains it. */
export function publicKeyText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** A public key and the remotes whose builds it may sign. */
export interface PublicKey {
  key: KeyObject;
  /** Names of remotes, and `*` for all that do not run in an admin's session. */
  remotes: ReadonlySet<string>;
}

/** Public keys by their id. */
export type PublicKeys = ReadonlyMap<string, PublicKey>;

/** Returns whether a key may sign the builds of a remote. */
export function maySign({ remotes }: PublicKey, remote: string): boolean {
  return remotes.has(remote) || (remotes.has(anyRemote) && !adminRemotes.includes(remote));
}

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
 * Reads REMOTES_PUBLIC_KEYS: public keys as `generateKeys` returns them, separated by commas, each as `<remote>=<key>`. A
 * key may be named for several remotes, and a remote have several keys. `*=<key>`, or a key without a name, is for all
 * remotes except those that run in an admin's session.
 * @throws Error if one is not an Ed25519 key, or a name not that of a remote
 */
export function readPublicKeys(text: string): PublicKeys {
  const keys = new Map<string, { key: KeyObject; remotes: Set<string> }>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const { name, value } = namedKeyOf(part);
    const key = ed25519(createPublicKey({ key: Buffer.from(value, 'base64'), type: 'spki', format: 'der' }));
    const id = keyId(key);
    const known = keys.get(id) ?? { key, remotes: new Set() };
    known.remotes.add(name);
    keys.set(id, known);
  }
  return keys;
}

/** Splits `<remote>=<key>`. The padding of a key without a name ends it, or comes before another `=`. */
function namedKeyOf(part: string): { name: string; value: string } {
  const end = part.indexOf('=');
  if (end === -1 || /^=?$/.test(part.slice(end + 1))) return { name: anyRemote, value: part };
  const name = part.slice(0, end).trim();
  if (name !== anyRemote && !remoteName.safeParse(name).success)
    throw new Error(`"${name}" is not the name of a remote`);
  return { name, value: part.slice(end + 1).trim() };
}

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`not an Ed25519 key, but ${key.asymmetricKeyType}`);
  return key;
}
