import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { end, endWithUs, signalProcess } from './backing-server.js';

/** A service in a process of its own, as a test has started it. */
export interface ServiceProcess {
  readonly pid: number;
  /** Parsed lines of its log so far. */
  readonly log: readonly Record<string, unknown>[];
  /** Internal port, with /healthz and /readyz; set after `ready`. */
  readonly port: number;
  /** Port of a service that serves files; set after `ready`. @throws Error if it serves none */
  readonly bytesPort: number;
  /** Resolves when it serves. @throws Error when it ends instead */
  ready(): Promise<void>;
  /** Resolves with the exit code; null after a signal. */
  exited(): Promise<number | null>;
  /** After SIGKILL or SIGTERM resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a compiled `*.fixture.ts`. @param dist folder of the compiled package */
export function spawnService(dist: string, fixture: string, env: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', join(dist, fixture)], {
    env: { DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const log: Record<string, unknown>[] = [];
  const errors: string[] = [];
  const ready = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = parseLine(line);
      log.push(entry);
      if (entry.msg === 'ready') resolve(entry.port as number);
    });
    child.stderr!.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    child.once('exit', () => {
      const fatal = log.findLast((entry) => entry.level === 'fatal');
      reject(new Error(`${fixture} ended: ${JSON.stringify(fatal ?? errors.join(''))}`));
    });
  });
  let internalPort = 0;
  const started = ready.then((port) => {
    internalPort = port;
  });
  started.catch(() => undefined);
  return {
    pid: child.pid!,
    log,
    get port() {
      return internalPort;
    },
    get bytesPort() {
      const entry = log.findLast(({ bytes_port }) => bytes_port !== undefined);
      if (!entry) throw new Error(`${fixture} serves no files`);
      return entry.bytes_port as number;
    },
    ready: () => started,
    exited: () => exitOf(child),
    kill: (signal) => signalProcess(child, signal),
    stop: () => end(child),
  };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    return { msg: line, unreadable: String(error) };
  }
}
