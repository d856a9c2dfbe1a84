import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from '../backup-error.js';
import { piped } from './archive-writer.js';
import type { BackupStore } from './backup-store.js';
import { type Key, PartDecryption } from './encryption.js';
import { type Manifest, manifestName, type Part, parseManifest } from './manifest.js';
import { countRecords } from './records.js';

/** Reads one complete backup. */
export class ArchiveReader {
  private constructor(
    private readonly store: BackupStore,
    readonly id: string,
    readonly manifest: Manifest,
    private readonly decryption: PartDecryption | undefined,
  ) {}

  /**
   * @param key of an encrypted backup
   * @throws BackupError if the backup is incomplete, damaged, of a newer format, or encrypted for another key
   */
  static async open(store: BackupStore, id: string, key?: Key): Promise<ArchiveReader> {
    const manifest = parseManifest(await manifestOf(store, id));
    if (!manifest.encrypted) return new ArchiveReader(store, id, manifest, undefined);
    if (!key) throw new BackupError('It is encrypted: give its passphrase or private key.');
    const locked = manifest.parts.find(({ kind }) => kind === 'key');
    if (!locked) throw new BackupError('It is encrypted, but its key is missing.');
    const reader = new ArchiveReader(store, id, manifest, undefined);
    const decryption = await PartDecryption.unlock(await reader.checked(locked), key);
    return new ArchiveReader(store, id, manifest, decryption);
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
    const reader = new ArchiveReader(store, id, manifest, undefined);
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
    let content = await this.checked(part);
    let { name } = part;
    if (name.endsWith('.age') && part.kind !== 'key') {
      if (!this.decryption) throw new BackupError(`${part.name} is encrypted, but the backup is not.`);
      content = await this.decryption.decrypt(content);
      name = name.slice(0, -'.age'.length);
    }
    return name.endsWith('.gz') ? piped(content, createGunzip()) : content;
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
      return await countRecords(part.kind, await this.read(part));
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
        done(null, chunk);
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
      throw new BackupError(`${name} is missing: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function manifestOf(store: BackupStore, id: string): Promise<string> {
  try {
    return await text(await store.get(`${id}/${manifestName}`));
  } catch (error) {
    throw new BackupError(`It has no ${manifestName}: it is no backup, or was interrupted.`, { cause: error });
  }
}
