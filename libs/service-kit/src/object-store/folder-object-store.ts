import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  assertObjectName,
  type ByteRange,
  type ObjectEntry,
  type ObjectInfo,
  type ObjectStore,
  type PutOptions,
} from './object-store.js';

/** Metadata of an object, on the first line of its file, so that one rename stores metadata and content together. */
interface Header {
  content_type: string;
}

/** Bytes to which the header is padded: the object's size is then the file's minus this. */
const headerSize = 256;
const uploads = '.uploads';
/** ms after which an unfinished upload counts as left by a crash. */
const uploadLifetime = 24 * 60 * 60 * 1_000;

/** Creates a folder that only this user can read (0700): objects contain exported personal data. */
const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** Stores objects as files in a folder of one machine. Writes a temporary file, syncs it, then renames it. */
export class FolderObjectStore implements ObjectStore {
  constructor(private readonly folder: string) {}

  async put(name: string, body: Readable | Buffer, { contentType }: PutOptions): Promise<ObjectEntry> {
    assertObjectName(name);
    const upload = join(this.folder, uploads, randomUUID());
    const target = join(this.folder, name);
    await makeFolder(dirname(upload));
    try {
      const file = await open(upload, 'wx', 0o600);
      try {
        await file.write(headerOf({ content_type: contentType }));
        await writeFile(file, body);
        await file.sync();
      } finally {
        await file.close();
      }
      await makeFolder(dirname(target));
      await rename(upload, target);
    } catch (error) {
      await rm(upload, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
    return this.entry(name);
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    const file = await this.open(name);
    const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
    return file.createReadStream({ start: headerSize + start, end: headerSize + end });
  }

  async stat(name: string): Promise<ObjectInfo> {
    const file = await this.open(name);
    try {
      const { content_type } = await readHeader(file);
      return { ...(await this.entry(name)), contentType: content_type };
    } finally {
      await file.close();
    }
  }

  async *list(prefix = ''): AsyncIterable<ObjectEntry> {
    const files = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(noneYet);
    const names = files
      .filter((file) => file.isFile())
      .map((file) => relative(this.folder, join(file.parentPath, file.name)).split(sep).join('/'))
      .filter((name) => name.startsWith(prefix) && !name.startsWith(`${uploads}/`));
    for (const name of names.sort()) {
      try {
        yield await this.entry(name);
      } catch (error) {
        // The object was removed during the listing.
        if (!(error instanceof ProblemError)) throw error;
      }
    }
  }

  async move(name: string, target: string): Promise<void> {
    assertObjectName(name);
    assertObjectName(target);
    const [from, to] = [join(this.folder, name), join(this.folder, target)];
    const now = new Date();
    await utimes(from, now, now).catch(absent);
    await makeFolder(dirname(to));
    await rename(from, to).catch(absent);
    await Promise.all([syncFolder(dirname(from)), syncFolder(dirname(to))]);
  }

  async remove(name: string): Promise<void> {
    assertObjectName(name);
    await rm(join(this.folder, name), { force: true });
  }

  async free(): Promise<number> {
    const { bsize, bavail } = await statfs(this.folder);
    return bsize * bavail;
  }

  async ready(): Promise<void> {
    const probe = join(this.folder, uploads, randomUUID());
    await makeFolder(dirname(probe));
    await (await open(probe, 'wx')).close();
    await rm(probe);
    await this.removeBrokenUploads();
  }

  private async removeBrokenUploads(): Promise<void> {
    const folder = join(this.folder, uploads);
    for (const name of await readdir(folder)) {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - uploadLifetime) await rm(join(folder, name), { force: true });
    }
  }

  private async open(name: string): Promise<FileHandle> {
    assertObjectName(name);
    return open(join(this.folder, name), 'r').catch(absent);
  }

  private async entry(name: string): Promise<ObjectEntry> {
    const { size, mtime } = await stat(join(this.folder, name)).catch(absent);
    return { name, size: size - headerSize, modifiedAt: mtime };
  }
}

function headerOf(header: Header): Buffer {
  const json = JSON.stringify(header);
  if (Buffer.byteLength(json) > headerSize - 1) throw new Error('The content type is too long');
  return Buffer.from(`${json.padEnd(headerSize - 1 - (Buffer.byteLength(json) - json.length))}\n`);
}

async function readHeader(file: FileHandle): Promise<Header> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerSize), 0, headerSize, 0);
  return JSON.parse(buffer.subarray(0, bytesRead).toString('utf8')) as Header;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new ProblemError('not_found', { cause: error });
  throw error;
}

function noneYet(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
