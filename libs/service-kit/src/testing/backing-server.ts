import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server process started by a test, on a free loopback port, with its data in a temporary folder. */
export interface BackingServer {
  readonly port: number;
  readonly pid: number;
  /** Sends a signal to the server. For SIGKILL and SIGTERM it resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Kills the server if it runs, and starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Kills the server and removes its data. */
  stop(): Promise<void>;
}

export interface BackingProgram {
  command: string;
  args(port: number, folder: string): string[];
  options?(port: number, folder: string): SpawnOptions;
  /** Checks once whether the server responds on `port`. Rejects if it does not yet. */
  probe(port: number): Promise<void>;
}

/** ms. */
const startTimeout = 60_000;

export async function startBackingServer(program: BackingProgram): Promise<BackingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  const port = await freePort();
  let child = await launch(program, port, folder);
  return {
    port,
    get pid() {
      return child.pid!;
    },
    kill: (signal) => signalProcess(child, signal),
    restart: async () => {
      await end(child);
      child = await launch(program, port, folder);
    },
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Kills a process with SIGKILL and waits for its end. A no-op if it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  await signalProcess(child, 'SIGKILL');
}

export async function signalProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  if (signal === 'SIGKILL' || signal === 'SIGTERM') await gone;
}

/** Kills the child when this process exits, so that an aborted test run leaves no process behind. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

async function launch(program: BackingProgram, port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(program.command, program.args(port, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...program.options?.(port, folder),
  });
  endWithUs(child);
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const giveUp = Date.now() + startTimeout;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program.command} ended: ${said}`);
    try {
      await program.probe(port);
      return child;
    } catch (error) {
      if (Date.now() > giveUp) {
        await end(child);
        throw new Error(`${program.command} does not serve: ${said}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
