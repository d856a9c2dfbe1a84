import { createHash, randomBytes } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BackupStore } from './backup-store.js';
import type { PartEncryption } from './encryption.js';
import { archiveFormat, type Manifest, manifestName, type Part, sealName } from './manifest.js';
import { isCompressed, partName } from './part-name.js';

export interface NewPart {
  kind: Part['kind'];
  source: string;
  /** Returns the content, and counts its records in `tally`. It is read once. */
  content: (tally: Tally) => AsyncIterable<Buffer>;
  /** Of a collection. */
  indexes?: Required<Pick<Part, 'unique_indexes' | 'indexes'>>;
}

/** Number of records that a part holds, as counted while they are read. */
export interface Tally {
  records: number;
}

/** Returns a new id of a backup. Ids sort by time. */
export function newBackupId(at: Date): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** Writes one backup: its parts one after the other, each as a stream, then the manifest. */
export class ArchiveWriter {
  private readonly parts: Part[] = [];

  private constructor(
    private readonly store: BackupStore,
    readonly id: string,
    private readonly encryption: PartEncryption | undefined,
  ) {}

  static async create(store: BackupStore, id: string, encryption?: PartEncryption): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(store, id, encryption);
    if (encryption) {
      const key = Buffer.from(encryption.lockedKey);
      const about = { kind: 'key' as const, source: '' };
      await writer.storePart({ name: partName(about, true), ...about }, Readable.from([key]), { records: 1 });
    }
    return writer;
  }

  async add({ kind, source, content, indexes }: NewPart): Promise<Part> {
    const tally = { records: 0 };
    const name = partName({ kind, source }, this.encryption !== undefined);
    let stream: Readable = Readable.from(content(tally), { objectMode: false });
    if (isCompressed(kind)) stream = piped(stream, createGzip());
    if (this.encryption) stream = await this.encryption.encrypt(stream);
    return this.storePart({ name, kind, source, ...indexes }, stream, tally);
  }

  /** Completes the backup. The seal comes first, because the manifest says that all is there. */
  async finish(about: Pick<Manifest, 'platform' | 'installation' | 'started_at' | 'finished_at'>): Promise<Manifest> {
    const encrypted = this.encryption !== undefined;
    const manifest: Manifest = { format: archiveFormat, ...about, encrypted, parts: this.parts };
    const json = `${JSON.stringify(manifest, null, 2)}\n`;
    if (this.encryption) await this.storeText(sealName, `${this.encryption.seal(this.id, json)}\n`);
    await this.storeText(manifestName, json);
    return manifest;
  }

  private storeText(name: string, content: string): Promise<void> {
    return this.store.put(`${this.id}/${name}`, Readable.from([Buffer.from(content)]));
  }

  private async storePart(
    about: Pick<Part, 'name' | 'kind' | 'source' | 'unique_indexes' | 'indexes'>,
    content: Readable,
    tally: Tally,
  ): Promise<Part> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = piped(
      content,
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      }),
    );
    await this.store.put(`${this.id}/${about.name}`, measured);
    const part = { ...about, records: tally.records, bytes, sha256: hash.digest('hex') };
    this.parts.push(part);
    return part;
  }
}

/** Pipes `from` into `to`, which fails if `from` does. @returns `to` */
export function piped(from: Readable, to: Transform): Transform {
  return pipeline(from, to, () => undefined);
}
