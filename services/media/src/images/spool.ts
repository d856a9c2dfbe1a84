import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which what lies there has been left by a crash: no upload takes as long. */
const leftBehind = 60 * 60 * 1_000;

/** A folder for files that somebody works on: nobody's upload is in memory whole. */
export class Spool {
  constructor(private readonly folder: string) {}

  /**
   * Has something done with a folder of its own, which is gone when it is done, however it ends.
   * @param what is done; the folder is called after it
   */
  async during<T>(what: string, work: (folder: string) => Promise<T>): Promise<T> {
    const own = join(this.folder, `${what}-${randomUUID()}`);
    await mkdir(own, { recursive: true, mode: 0o700 });
    try {
      return await work(own);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** Removes what crashes have left, of any process that shares the folder. */
  async clear(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - leftBehind) await rm(path, { recursive: true, force: true });
    }
  }
}
