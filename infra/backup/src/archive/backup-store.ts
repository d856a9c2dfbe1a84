import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { BackupError } from '../backup-error.js';

/** Where backups are kept: a folder, or a prefix of a bucket. Names have segments separated by `/`. */
export interface BackupStore {
  /** Stores a file durably, or not at all. */
  put(name: string, content: Readable): Promise<void>;
  /** @throws Error, also while reading, if there is no such file */
  get(name: string): Promise<Readable>;
  list(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
}

const unfinished = '.unfinished-';

/** Keeps backups as plain files, which only this user can read. */
export class FolderBackupStore implements BackupStore {
  constructor(private readonly folder: string) {}

  async put(name: string, content: Readable): Promise<void> {
    const target = join(this.folder, name);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `${unfinished}${randomUUID()}`);
    try {
      await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      await this.removeEmptyFolders(folder);
      throw error;
    }
    await sync(folder);
  }

  /** Follows no symbolic link below the folder, and waits for no pipe: others may write there. */
  async get(name: string): Promise<Readable> {
    const path = join(this.folder, name);
    const real = await realpath(path);
    if (real !== join(await realpath(this.folder), name))
      throw new BackupError(`${name} is refused: it leads to ${real}, outside the folder of the backups.`);
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file.createReadStream();
    await file.close();
    throw new BackupError(`${name} is refused: it is no file.`);
  }

  async *list(prefix: string): AsyncIterable<string> {
    const files = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(noneYet);
    const names = files
      .filter((file) => file.isFile() && !file.name.startsWith(unfinished))
      .map((file) => relative(this.folder, join(file.parentPath, file.name)).split(sep).join('/'));
    yield* names.filter((name) => name.startsWith(prefix)).sort();
  }

  async remove(name: string): Promise<void> {
    const path = join(this.folder, name);
    await rm(path, { force: true });
    await this.removeEmptyFolders(dirname(path));
  }

  private async removeEmptyFolders(folder: string): Promise<void> {
    for (let each = folder; each !== this.folder; each = dirname(each)) {
      const names = await readdir(each).catch(noneYet);
      if (names.length > 0) return;
      await rm(each, { recursive: true, force: true });
    }
  }
}

/** Keeps backups in an S3 bucket. */
export class BucketBackupStore implements BackupStore {
  constructor(private readonly objects: ObjectStore) {}

  async put(name: string, content: Readable): Promise<void> {
    await this.objects.put(name, content, { contentType: 'application/octet-stream' });
  }

  async get(name: string): Promise<Readable> {
    try {
      return await this.objects.get(name);
    } catch (error) {
      // The derivation of a key from a passphrase takes seconds, in which servers close idle connections unnoticed.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return this.objects.get(name);
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    for await (const { name } of this.objects.list(prefix)) yield name;
  }

  remove(name: string): Promise<void> {
    return this.objects.remove(name);
  }
}

function noneYet(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
