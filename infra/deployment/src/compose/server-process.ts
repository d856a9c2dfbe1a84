import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const startTimeout = 20_000;

export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export class ServerProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  /** Starts a server and waits up to 20 s until `isReady` resolves to true. @throws Error with the server's output */
  static async start(
    command: string,
    args: readonly string[],
    options: SpawnOptions,
    isReady: () => Promise<boolean>,
  ): Promise<ServerProcess> {
    const server = new ServerProcess(spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
    const deadline = Date.now() + startTimeout;
    while (!(await isReady().catch(() => false))) {
      if (server.child.exitCode !== null || Date.now() > deadline) {
        await server.stop();
        throw new Error(`${command} did not start:\n${server.output}`);
      }
      await delay(50);
    }
    return server;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await exit;
  }
}
