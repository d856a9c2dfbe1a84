import type { RecentErrors } from '@docfolio/process/system/recent-errors';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** ms after which a line is written at the latest. */
const delay = 100;
/** Characters from which lines are written without waiting. */
const blockSize = 16 * 1024;
/** The same where processes share a pipe: Linux does not mix writes of up to 4,096 bytes (PIPE_BUF) with others. */
const sharedBlockSize = 3 * 1024;
/** pino's levels. */
const warning = 40;
const error = 50;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Returns a hook of pino that adds each error to `errors`, with the id of its request. */
export function recordErrors(errors: RecentErrors): LogMethod {
  return function record(args, method, level) {
    if (level >= error) {
      const { reqId } = this.bindings();
      errors.addLine(args, typeof reqId === 'string' ? reqId : undefined);
    }
    method.apply(this, args);
  };
}

/**
 * Returns standard output for pino. Writes lines in blocks, up to 100 ms late: a write per line would take a tenth of the
 * CPU time of cached pages. Warnings and errors are written immediately, with all lines before them, and so is the rest
 * on exit. Only SIGKILL loses the lines of the last 100 ms.
 * @param options `shared`: other processes write to the same output
 */
export function logOutput({ shared = false } = {}): DestinationStream & { flush(done: () => void): void } {
  const output = pino.destination({ fd: 1, sync: true });
  const maxBlock = shared ? sharedBlockSize : blockSize;
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.on('exit', write);
  const stream = {
    // Makes pino set `lastLevel` before each write.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (shared && lines.length + line.length > maxBlock) write();
      lines += line;
      if (stream.lastLevel >= warning || lines.length >= maxBlock) write();
      else timer ??= setTimeout(write, delay).unref();
    },
    flush(done: () => void) {
      write();
      done();
    },
  };
  return stream;
}
