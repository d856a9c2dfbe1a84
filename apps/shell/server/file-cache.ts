import { readFile, stat } from 'node:fs/promises';

interface Entry {
  version: string;
  value: unknown;
}

/** Files read and parsed once, and again when their size, time or place on the disk has changed. */
export class FileCache {
  readonly #entries = new Map<string, Entry>();

  /** @throws Error what reading or `parse` throws. */
  async read<T>(file: string, parse: (text: string) => T): Promise<T> {
    const { mtimeMs, size, ino } = await stat(file);
    const version = `${mtimeMs} ${size} ${ino}`;
    const known = this.#entries.get(file);
    if (known?.version === version) return known.value as T;
    const value = parse(await readFile(file, 'utf8'));
    this.#entries.set(file, { version, value });
    return value;
  }
}
