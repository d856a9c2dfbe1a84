import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { end, endWithUs, signalProcess } from './backing-server.js';
import { testConfig } from './config.js';
import { recordStart } from './record-start.js';

/** A service that a test has started in a separate process. */
export interface ServiceProcess {
  readonly pid: number;
  /** Lines that the service has logged so far, parsed from JSON. */
  readonly log: readonly Record<string, unknown>[];
  /** Port of the probes /healthz and /readyz; set after `ready`. */
  readonly port: number;
  /** Port of a service that serves files; set after `ready`. @throws Error if it serves none */
  readonly bytesPort: number;
  /** Resolves when the service is ready. @throws Error if its process ends before */
  ready(): Promise<void>;
  /** Resolves with the exit code when the process ends; null if a signal killed it. */
  exited(): Promise<number | null>;
  /** Sends a signal. For SIGKILL and SIGTERM it resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns Node's arguments for a program. A service starts faster from its bundle than from its compiled files and
 * their packages, but the bundle is only known to be current in a run that has built everything.
 */
function argumentsFor(dist: string, program: string): string[] {
  const runner = program === 'main.js' ? testConfig.bundleRunner : null;
  return [...(runner ?? ['--enable-source-maps']), join(dist, program)];
}

/**
 * Starts a program in a new process.
 * @param dist folder of the compiled package
 * @param program a service (`main.js`), or a compiled `*.fixture.ts`
 * @param args what the program itself reads, e.g. `prepare`
 */
export function spawnService(
  dist: string,
  program: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): ServiceProcess {
  const child = spawn(process.execPath, [...argumentsFor(dist, program), ...args], {
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
      reject(new Error(`${program} ended: ${JSON.stringify(fatal ?? errors.join(''))}`));
    });
  });
  let internalPort = 0;
  const started = recordStart('service', ready).then((port) => {
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
      if (!entry) throw new Error(`${program} serves no files`);
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
