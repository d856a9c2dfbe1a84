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

export const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const KEPT = 3;

function shiftOlder(path: string): void {
  for (let number = KEPT - 1; number >= 1; number--) {
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
}

/**
 * A child's log. The child writes to the file itself, so that a log line costs the supervisor nothing and the log
 * outlives it; it is opened for appending, so that it can be cut while the child writes.
 */
export class LogFile {
  constructor(
    readonly path: string,
    private readonly limitBytes: number = LOG_LIMIT_BYTES,
  ) {}

  /** A descriptor to hand to a child; close it once the child has it. */
  open(): number {
    return openSync(this.path, 'a', 0o600);
  }

  static close(descriptor: number): void {
    closeSync(descriptor);
  }

  /**
   * Moves a log over the limit to `.1` (then `.2`, `.3`; older ones go). Copied and cut rather than renamed, since the
   * child keeps writing to the same file; lines written between the two are lost.
   */
  rotate(): void {
    if (!existsSync(this.path) || statSync(this.path).size <= this.limitBytes) return;
    shiftOlder(this.path);
    copyFileSync(this.path, `${this.path}.1`);
    truncateSync(this.path, 0);
  }

  /** In bytes. */
  get size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /**
   * The last lines, for the message about a child that doesn't come up.
   * @param from where to begin, in bytes; a log that has been cut since then is read from its beginning
   */
  tail(lines: number, from = 0): string {
    if (!existsSync(this.path)) return '';
    const log = readFileSync(this.path);
    const text = log.subarray(from > log.length ? 0 : from).toString();
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }
}
