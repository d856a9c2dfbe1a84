import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A running embedded server in its own process. */
export interface TestServer {
  uri: string;
  port: number;
  folder: string;
  child: ChildProcess;
  /** Returns the server's log so far. */
  log(): string;
  /** Sends a signal and resolves with the exit code (null when the signal ended it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

const main = path.join(__dirname, '../dist/main.js');

/** Starts a server that is expected to exit by itself; returns its stderr, and its exit code or signal. */
export async function startAndEnd(
  env: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; errors: string }> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A server that does start is killed after this time, so that the test fails instead of hanging.
    timeout: 20_000,
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code: code ?? signal, errors };
}

/** Starts a server. @param maxFileBytes maximum bytes of a file that it writes, to simulate a full disk */
export async function startServer(
  folder = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-')),
  port = 0,
  env = {},
  maxFileBytes?: number,
): Promise<TestServer> {
  // Without the trap the kernel would end the process instead of failing its write.
  const limited = `trap '' XFSZ; ulimit -f ${(maxFileBytes ?? 0) / 1024}; exec "$0" "$1"`;
  const [program, args] = maxFileBytes ? ['bash', ['-c', limited, process.execPath, main]] : [process.execPath, [main]];
  const child = spawn(program, args, {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const listening = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text).port);
    });
    child.once('close', (code) => reject(new Error(`the server ended with code ${code}: ${log}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited(child);
  };
  return {
    uri: `mongodb://127.0.0.1:${listening}`,
    port: listening,
    folder,
    child,
    log: () => log,
    end,
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
