import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from '@docfolio/local/platform';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');

/** What a build needs of the repository around the remote's own folder. */
const surroundings = ['node_modules', 'libs', 'tsconfig.base.json'];

/** Builds of the blog from changed sources, in folders of their own. */
export class BlogBuilds {
  private readonly folders: string[] = [];

  /**
   * Builds the blog with one changed file, as its team would.
   * @param file relative to `apps/blog`
   * @returns the folder of the build
   */
  async build(file: string, change: (source: string) => string): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'docfolio-blog-'));
    this.folders.push(folder);
    for (const name of surroundings) await symlink(path.join(root, name), path.join(folder, name));
    const app = path.join(folder, 'apps/blog');
    await mkdir(path.dirname(app), { recursive: true });
    const isSource = (source: string) => path.basename(source) !== 'dist';
    await cp(path.join(root, 'apps/blog'), app, { recursive: true, filter: isSource });
    const changed = path.join(app, file);
    const before = await readFile(changed, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file} was not changed`);
    await writeFile(changed, after);
    await run(process.execPath, [path.join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], { cwd: app });
    return path.join(app, 'dist');
  }

  async remove(): Promise<void> {
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `npm run remotes -- <args>` on a platform. @returns what it printed */
export async function remotesCommand(platform: Platform, ...args: string[]): Promise<string> {
  const bootstrap = path.join(root, 'infra/local/bootstrap.mjs');
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', DATA_DIR: platform.dataDir };
  const { stdout } = await run(process.execPath, [bootstrap, 'remotes', ...args], { cwd: root, env });
  return stdout.trim();
}
