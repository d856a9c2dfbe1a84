import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from '../backup-error.js';

/**
 * Who can read a backup. Both make age files (age-encryption.org/v1), which the program `age` decrypts too.
 * `recipient`: a public key, `age1...`.
 */
export type Lock = { passphrase: string } | { recipient: string };
/** `identity`: the private key of a recipient, `AGE-SECRET-KEY-1...`. */
export type Key = { passphrase: string } | { identity: string };

/** Returns what a key is called in messages. */
export const nameOf = (key: Key): string => ('passphrase' in key ? 'passphrase' : 'private key');

/**
 * Encrypts the parts of one backup with a key pair of its own. Its private key is part of the backup, encrypted for the
 * owner: so the slow derivation of a key from a passphrase runs once and not per part.
 */
export class PartEncryption {
  private constructor(
    /** The encrypted private key. */
    readonly lockedKey: Uint8Array,
    private readonly recipient: string,
    private readonly identity: string,
  ) {}

  /** @throws BackupError for an invalid recipient */
  static async create(lock: Lock): Promise<PartEncryption> {
    const identity = await generateX25519Identity();
    const encrypter = new Encrypter();
    try {
      if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase);
      else encrypter.addRecipient(lock.recipient);
    } catch (error) {
      throw new BackupError(`The recipient is not a public key of age: ${(error as Error).message}`);
    }
    return new PartEncryption(await encrypter.encrypt(identity), await identityToRecipient(identity), identity);
  }

  /** Returns the seal of a manifest: a code that only the holder of the backup's key can make. */
  seal(backup: string, manifest: string): string {
    return sealOf(this.identity, backup, manifest).toString('hex');
  }

  async encrypt(content: Readable): Promise<Readable> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(this.recipient);
    const encrypted = await encrypter.encrypt(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(encrypted as ReadableStream<Uint8Array>);
  }
}

/** Decrypts the parts of one backup. */
export class PartDecryption {
  private constructor(private readonly identity: string) {}

  /** @throws BackupError if the key is not the one of this backup */
  static async unlock(lockedKey: Readable, key: Key): Promise<PartDecryption> {
    const decrypter = new Decrypter();
    try {
      if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
      else decrypter.addIdentity(key.identity);
      return new PartDecryption(await decrypter.decrypt(await buffer(lockedKey), 'text'));
    } catch (error) {
      throw new BackupError(`The ${nameOf(key)} is not the one of this backup (${(error as Error).message}).`);
    }
  }

  /** Returns whether a seal belongs to this manifest and backup. */
  isSealed(backup: string, manifest: string, seal: string): boolean {
    const expected = sealOf(this.identity, backup, manifest);
    const given = Buffer.from(seal.trim(), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async decrypt(content: Readable): Promise<Readable> {
    const decrypter = new Decrypter();
    decrypter.addIdentity(this.identity);
    const decrypted = await decrypter.decrypt(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(decrypted as ReadableStream<Uint8Array>);
  }
}

/** HMAC-SHA256 of the backup's id and manifest, by a key derived from the private key of the parts. */
function sealOf(identity: string, backup: string, manifest: string): Buffer {
  const key = hkdfSync('sha256', identity, '', 'docfolio backup manifest', 32);
  return createHmac('sha256', Buffer.from(key)).update(`${backup}\n${manifest}`).digest();
}
