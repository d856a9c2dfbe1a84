import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a private JSON file holds, or undefined when there is none or it was cut short. */
export function readJson<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    // These files are replaced whole; only a full disk or a power cut leaves half of one, which says nothing.
    return undefined;
  }
}

/** Replaces a file whole, readable by its owner only. */
export function writeJson(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
