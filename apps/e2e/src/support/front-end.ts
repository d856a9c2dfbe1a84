import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Platform } from '@docfolio/local/platform';

const root = path.resolve(import.meta.dirname, '../../../..');
const apps = ['shell', 'site', 'blog', 'crm', 'ops', 'web'];

/** A web process with a copy of the built front ends, for tests that replace builds. */
export class FrontEnd {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts on a free port. @param gatewayUrl origin that serves `/api`; by default the platform's */
  static async start(platform: Platform, gatewayUrl = platform.url): Promise<FrontEnd> {
    const folder = await mkdtemp(path.join(tmpdir(), 'docfolio-front-end-'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const app of apps) {
      await mkdir(path.join(folder, 'apps', app), { recursive: true });
      await cp(path.join(root, 'apps', app, 'dist'), path.join(folder, 'apps', app, 'dist'), { recursive: true });
    }
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const child = spawn(process.execPath, [path.join(folder, 'apps/web/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOST: '127.0.0.1',
        DRAIN_SECONDS: '0',
        GATEWAY_URL: gatewayUrl,
        REDIS_URL: platform.connection.REDIS_URL,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const { msg, port } = JSON.parse(line);
      if (msg !== 'listening') continue;
      // Unread output would fill the pipe and block the process.
      child.stdout!.resume();
      return new FrontEnd(folder, child, `http://localhost:${port}`);
    }
    throw new Error('The web process ended before it listened');
  }

  /** Replaces a remote's server build atomically. @param change returns the new code */
  async replaceServerBuild(remote: string, change: (code: string) => string): Promise<void> {
    const file = path.join(this.folder, 'apps', remote, 'dist/server/server.js');
    await writeFile(`${file}.next`, change(await readFile(file, 'utf8')));
    await rename(`${file}.next`, file);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
