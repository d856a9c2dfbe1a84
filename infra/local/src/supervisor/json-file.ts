import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads a JSON file. @returns undefined if it is missing or not valid JSON */
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
    // Files are replaced atomically: only a full disk or a power cut leaves invalid JSON.
    return undefined;
  }
}

/** Writes a value as JSON, readable only by its owner. Creates or replaces the file atomically. */
export function writeJson(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
