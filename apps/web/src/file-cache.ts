import { readFile, stat } from 'node:fs/promises';

interface Entry {
  version: string;
  value: Promise<unknown>;
}

/** Caches the parsed content of files until their size, modification time or inode changes. */
export class FileCache {
  private readonly entries = new Map<string, Entry>();
  private readonly pendingVersions = new Map<string, Promise<string>>();

  /** Returns the result of `parse`, the same for all callers. @throws what reading or `parse` throws, uncached */
  async read<T>(file: string, parse: (text: string) => T | Promise<T>): Promise<T> {
    const version = await this.versionOf(file);
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

  private versionOf(file: string): Promise<string> {
    let version = this.pendingVersions.get(file);
    if (!version) {
      version = stat(file)
        .then(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`)
        .finally(() => this.pendingVersions.delete(file));
      this.pendingVersions.set(file, version);
    }
    return version;
  }
}
