import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const pollMs = 250;

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

/** Prints compile errors that a front end's dev server logs from now on, and when the front end compiles again. */
export class CompileErrors {
  private position: number;
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';
  private errors: string[] = [];
  private hasFailed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly frontEnd: string,
    private readonly logPath: string,
    private readonly print: (message: string) => void,
  ) {
    this.position = sizeOf(logPath);
  }

  /** Polls the log until `stop`; a file watcher would miss writes of another process. */
  start(): void {
    this.timer = setInterval(() => this.read(), pollMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private read(): void {
    const size = sizeOf(this.logPath);
    if (size < this.position) this.position = 0;
    if (size === this.position) return;
    const bytes = Buffer.alloc(size - this.position);
    const file = openSync(this.logPath, 'r');
    try {
      this.position += readSync(file, bytes, 0, bytes.length, this.position);
    } finally {
      closeSync(file);
    }
    const lines = (this.rest + this.decoder.write(bytes)).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.take(line);
  }

  private take(line: string): void {
    if (/^\s*\S+ compiled successfully/.test(line)) {
      if (this.hasFailed) this.print(`${this.frontEnd} compiles again`);
      this.hasFailed = false;
      this.errors = [];
    } else if (/^\s*\S+ compiled with .*\berror/.test(line)) {
      this.hasFailed = true;
      this.print(`${this.frontEnd} does not compile:\n${this.errors.join('\n').trimEnd()}`);
      this.errors = [];
    } else if (this.errors.length > 0 || /^\s*ERROR in /.test(line)) {
      this.errors.push(line);
    }
  }
}
