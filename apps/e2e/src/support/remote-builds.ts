import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from '@docfolio/local/platform';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');

/** What a build needs of the repository around the remote's own folder. */
export const surroundings = ['node_modules', 'libs', 'tsconfig.base.json', 'tsconfig.browser.json'];

/** Builds of remotes, in folders of their own. */
export class RemoteBuilds {
  private readonly folders: string[] = [];

  /**
   * Builds the blog with one changed file, as its team would.
   * @param file relative to `apps/blog`
   * @returns the folder of the build
   */
  async blog(file: string, change: (source: string) => string): Promise<string> {
    const app = await this.appFolder('blog');
    const isSource = (source: string) => path.basename(source) !== 'dist';
    await cp(path.join(root, 'apps/blog'), app, { recursive: true, filter: isSource });
    const changed = path.join(app, file);
    const before = await readFile(changed, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file} was not changed`);
    await writeFile(changed, after);
    return this.build(app);
  }

  /**
   * Builds a remote that the platform does not contain.
   * @param files sources by their path below its folder
   * @returns the folder of the build
   */
  async ofNewRemote(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const app = await this.appFolder(name);
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(app, file)), { recursive: true });
      await writeFile(path.join(app, file), content);
    }
    return this.build(app);
  }

  /** Returns the path of a folder `apps/<name>`, which is not created, beside what its build needs. */
  private async appFolder(name: string): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), `docfolio-${name}-`));
    this.folders.push(folder);
    for (const needed of surroundings) await symlink(path.join(root, needed), path.join(folder, needed));
    await mkdir(path.join(folder, 'apps'));
    return path.join(folder, 'apps', name);
  }

  private async build(app: string): Promise<string> {
    await run(process.execPath, [path.join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], { cwd: app });
    return path.join(app, 'dist');
  }

  async remove(): Promise<void> {
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the program of `npm run docfolio -- remotes` on a platform, without its check that everything is built. @returns what it printed */
export const remotesCommand = (platform: Platform, ...args: string[]): Promise<string> =>
  runRemotes('infra/local/dist/main.js', {}, platform, args);

/** Runs `npm run docfolio -- remotes <args>` on a platform, with variables of a CI, which name the commit. @returns what it printed */
export const remotesCommandOf = (ci: Record<string, string>, platform: Platform, ...args: string[]): Promise<string> =>
  runRemotes('infra/local/bootstrap.mjs', ci, platform, args);

async function runRemotes(entry: string, ci: Record<string, string>, platform: Platform, args: string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', ...ci, DATA_DIR: platform.dataDir };
  const { stdout } = await run(process.execPath, [path.join(root, entry), 'docfolio', 'remotes', ...args], {
    cwd: root,
    env,
  });
  return stdout.trim();
}
