import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** ms after which a folder was left by a crash: no upload takes that long. */
const maxAge = 60 * 60 * 1_000;

/** Temporary folders for uploads and variants, so that no file is held in memory. */
export class Spool {
  constructor(private readonly folder: string) {}

  /** Runs `work` with a new folder, then deletes the folder. */
  async withFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
    const own = join(this.folder, `${prefix}-${randomUUID()}`);
    await mkdir(own, { recursive: true, mode: 0o700 });
    try {
      return await work(own);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** Deletes folders that crashes left, also those of other processes. */
  async clear(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - maxAge) await rm(path, { recursive: true, force: true });
    }
  }
}
