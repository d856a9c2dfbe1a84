import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';

export const logLimitBytes = 10 * 1024 * 1024;
const olderParts = 3;

function shiftOlder(path: string): void {
  for (let number = olderParts - 1; number >= 1; number--) {
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
}

/** A child's log. The child itself writes the file, which is opened for appending so that it can be truncated. */
export class LogFile {
  constructor(
    readonly path: string,
    private readonly limitBytes: number = logLimitBytes,
  ) {}

  /** Returns a descriptor of the log for a child. Close it once the child has been spawned. */
  open(): number {
    return openSync(this.path, 'a', 0o600);
  }

  static close(descriptor: number): void {
    closeSync(descriptor);
  }

  /** Copies a log over the limit to `.1` (then `.2`, `.3`) and truncates it; lines written in between are lost. */
  rotate(): void {
    if (!existsSync(this.path) || statSync(this.path).size <= this.limitBytes) return;
    shiftOlder(this.path);
    copyFileSync(this.path, `${this.path}.1`);
    truncateSync(this.path, 0);
  }

  get size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** Returns the last lines. @param from start in bytes; a log that is now shorter is read from its beginning */
  tail(lines: number, from = 0): string {
    if (!existsSync(this.path)) return '';
    const log = readFileSync(this.path);
    const text = log.subarray(from > log.length ? 0 : from).toString();
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }
}
