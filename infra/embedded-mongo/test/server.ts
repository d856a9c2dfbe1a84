import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A server of our own for a spec, on a free port and (unless given) a folder of its own. */
export interface TestServer {
  uri: string;
  port: number;
  folder: string;
  child: ChildProcess;
  /** Sends a signal and resolves with the exit code (null when the signal ended it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops it and removes the folder. */
  stop(): Promise<void>;
}

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

export const main = path.join(__dirname, '../dist/main.js');

export async function startServer(
  folder = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-')),
  port = 0,
  env = {},
): Promise<TestServer> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text).port);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
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
    end,
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
