import { readFile, stat } from 'node:fs/promises';

interface Entry {
  version: string;
  value: Promise<unknown>;
}

/** Files read and parsed once, and again when their size, time or place on the disk has changed. */
export class FileCache {
  readonly #entries = new Map<string, Entry>();
  readonly #looking = new Map<string, Promise<string>>();

  /** What `parse` made of the file, the same for all who ask. @throws Error what reading or `parse` throws. */
  async read<T>(file: string, parse: (text: string) => T): Promise<T> {
    const version = await this.#versionOf(file);
    const known = this.#entries.get(file);
    if (known?.version === version) return known.value as Promise<T>;
    const entry = { version, value: readFile(file, 'utf8').then(parse) };
    this.#entries.set(file, entry);
    entry.value.catch(() => {
      if (this.#entries.get(file) === entry) this.#entries.delete(file);
    });
    return entry.value;
  }

  /** Whoever asks while somebody is looking already gets what that one sees: most, when there is much to do. */
  #versionOf(file: string): Promise<string> {
    let look = this.#looking.get(file);
    if (!look) {
      look = stat(file)
        .then(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`)
        .finally(() => this.#looking.delete(file));
      this.#looking.set(file, look);
    }
    return look;
  }
}
