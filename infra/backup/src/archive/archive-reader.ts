import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from '../backup-error.js';
import { piped } from './archive-writer.js';
import type { BackupStore } from './backup-store.js';
import { type Key, nameOf, PartDecryption } from './encryption.js';
import { type Manifest, manifestLimits, manifestName, type Part, parseManifest, sealName } from './manifest.js';
import { isCompressed } from './part-name.js';
import { boundedText, countRecords, expansionLimit } from './records.js';

/** Bytes of the encrypted private key of a backup, which has a few hundred, and of its seal. */
const keyLimit = 16 * 1024;

/**
 * What proves that nobody has changed a backup: its seal, which belongs to the key that was given; only the encryption of
 * each part; or nothing.
 */
export type Proof = 'seal' | 'encryption' | 'none';

export interface Access {
  /** Opens an encrypted backup. With it, others are refused. */
  key?: Key | undefined;
  /** Accepts an encrypted backup without a seal, as 0.1.0 made them. */
  unsealed?: boolean;
}

/** Reads one complete backup. */
export class ArchiveReader {
  private constructor(
    private readonly store: BackupStore,
    readonly id: string,
    readonly manifest: Manifest,
    readonly proof: Proof,
    private readonly decryption?: PartDecryption,
  ) {}

  /**
   * @throws BackupError if the backup is incomplete, damaged, of a newer format, encrypted for another key, not encrypted
   * although a key is given, or not as it was sealed
   */
  static async open(store: BackupStore, id: string, { key, unsealed = false }: Access = {}): Promise<ArchiveReader> {
    const json = await manifestOf(store, id);
    const manifest = parseManifest(json);
    if (!manifest.encrypted) {
      if (key)
        throw new BackupError(
          `It is not encrypted, although a ${nameOf(key)} is given: anybody could have written it. Add --plain if you made it so.`,
        );
      return new ArchiveReader(store, id, manifest, 'none');
    }
    if (!key) throw new BackupError('It is encrypted: give its passphrase or private key.');
    const locked = manifest.parts.find(({ kind }) => kind === 'key');
    if (!locked) throw new BackupError('It is encrypted, but its key is missing.');
    if (locked.bytes > keyLimit) throw new BackupError(`${locked.name} is damaged: no key has ${locked.bytes} bytes.`);
    const stored = await new ArchiveReader(store, id, manifest, 'none').checked(locked);
    const decryption = await PartDecryption.unlock(stored, key);
    const seal = await sealOf(store, id);
    if (seal === undefined && !unsealed)
      throw new BackupError(
        'It has no seal, so that parts may be missing or exchanged. Add --unsealed if it was made by Docfolio 0.1.0.',
      );
    if (seal !== undefined && !decryption.isSealed(id, json, seal))
      throw new BackupError('It is not as it was sealed: its manifest was changed, or is of another backup.');
    return new ArchiveReader(store, id, manifest, seal === undefined ? 'encryption' : 'seal', decryption);
  }

  /**
   * Reads all parts of a backup as they are stored, and checks their sizes and checksums. Needs no key.
   * @param onPart is called before each part @throws BackupError that names the first part that is damaged
   */
  static async verifyStored(
    store: BackupStore,
    id: string,
    onPart: (part: Part) => void = () => undefined,
  ): Promise<Manifest> {
    const manifest = parseManifest(await manifestOf(store, id));
    const reader = new ArchiveReader(store, id, manifest, 'none');
    for (const part of manifest.parts) {
      onPart(part);
      const stored = await reader.checked(part);
      await finished(stored.resume());
    }
    return manifest;
  }

  /** Returns the parts of a kind, in the order in which they were written. */
  partsOf(kind: Part['kind']): Part[] {
    return this.manifest.parts.filter((part) => part.kind === kind);
  }

  /**
   * Returns the content of a part, decrypted and decompressed.
   * @throws BackupError, at its end at the latest, if it differs from what was stored
   */
  async read(part: Part): Promise<Readable> {
    const stored = await this.checked(part);
    const content = this.decryption && part.kind !== 'key' ? await this.decryption.decrypt(stored) : stored;
    if (!isCompressed(part.kind)) return content;
    const expanded = piped(content, createGunzip());
    return this.proof === 'seal' ? expanded : piped(expanded, expansionLimit(part));
  }

  /**
   * Reads everything back: sizes and checksums of all parts, and that each holds as many records as were written.
   * @param onPart is called before each part @throws BackupError that names the first part that is damaged
   */
  async verify(onPart: (part: Part) => void = () => undefined): Promise<void> {
    for (const part of this.manifest.parts) {
      onPart(part);
      const records = await this.verifyPart(part);
      if (records !== part.records)
        throw new BackupError(`${part.name} is damaged: it holds ${records} of ${part.records} records.`);
    }
  }

  private async verifyPart(part: Part): Promise<number> {
    try {
      return await countRecords(part, await this.read(part));
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`${part.name} is damaged: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Returns a part as stored. It fails at its end if size or checksum differ. */
  private async checked({ name, bytes, sha256 }: Part): Promise<Readable> {
    const hash = createHash('sha256');
    let read = 0;
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        read += chunk.length;
        if (read > bytes) done(new BackupError(`${name} is damaged: it has more than ${bytes} bytes.`));
        else done(null, chunk);
      },
      flush(done) {
        if (read !== bytes) done(new BackupError(`${name} is damaged: ${read} of ${bytes} bytes.`));
        else if (hash.digest('hex') !== sha256) done(new BackupError(`${name} is damaged: its checksum differs.`));
        else done();
      },
    });
    return piped(await this.stored(name), check);
  }

  private async stored(name: string): Promise<Readable> {
    try {
      return await this.store.get(`${this.id}/${name}`);
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`${name} is missing: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function manifestOf(store: BackupStore, id: string): Promise<string> {
  try {
    return await boundedText(manifestName, await store.get(`${id}/${manifestName}`), manifestLimits.bytes);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`It has no ${manifestName}: it is no backup, or was interrupted.`, { cause: error });
  }
}

/** Returns the seal of a backup; undefined if it has none. */
async function sealOf(store: BackupStore, id: string): Promise<string | undefined> {
  try {
    return await boundedText(sealName, await store.get(`${id}/${sealName}`), keyLimit);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT' || code === 'not_found') return undefined;
    throw error;
  }
}
