import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

interface Entry {
  version: string;
  value: Promise<unknown>;
}

/** Caches the parsed content of files until their size, modification time or inode changes. */
export class ParsedFiles {
  private readonly entries = new Map<string, Entry>();

  /** Returns the result of `parse`, the same for all callers. @throws what reading or `parse` throws, uncached */
  async read<T>(file: string, parse: (text: string) => T | Promise<T>): Promise<T> {
    const version = versionOf(file);
    const known = this.entries.get(file);
    if (known?.version === version) return known.value as Promise<T>;
    const entry = { version, value: readFile(file, 'utf8').then(parse) };
    this.entries.set(file, entry);
    entry.value.catch(() => {
      if (this.entries.get(file) === entry) this.entries.delete(file);
    });
    return entry.value;
  }

  /** Returns the last result for a file, even if the file has changed since; undefined if it was never read. */
  async peek<T>(file: string): Promise<T | undefined> {
    return this.entries.get(file)?.value as Promise<T> | undefined;
  }

  /** Forgets the files for which `isNeeded` returns false. */
  retain(isNeeded: (file: string) => boolean): void {
    for (const file of this.entries.keys()) if (!isNeeded(file)) this.entries.delete(file);
  }
}

/** Synchronous, because for the dozen files of a page an asynchronous call takes four times the CPU. They are on local disks. */
function versionOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}
