import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../engine/docker.js';

/** There is nothing to upgrade from. The message is the reason. */
export class NoFormerVersion extends Error {
  override readonly name = 'NoFormerVersion';
}

const workspaceFolder = /^(apps|libs|services|infra)\//;

/**
 * Returns the commit to upgrade from: `given`, else the newest tag of a release before this commit, else the commit before.
 * @throws NoFormerVersion in a clone without it
 */
export async function formerCommit(root: string, given: string | undefined): Promise<{ ref: string; commit: string }> {
  const git = async (...args: string[]): Promise<string | undefined> => {
    try {
      return (await run('git', args, { cwd: root })).trim();
    } catch (error) {
      // Also if git is not installed, or this is no clone.
      if (given) throw error;
      return undefined;
    }
  };
  const ref = given ?? (await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1')) ?? 'HEAD~1';
  const commit = await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  if (!commit) throw new NoFormerVersion('this clone has no earlier commit (a depth of at least 2 is needed)');
  return { ref, commit };
}

/** Builds a commit in `folder`, with the third-party packages of this checkout if it needs the same. @throws CommandError */
export async function buildFormer(
  root: string,
  commit: string,
  folder: string,
  say: (doing: string) => void,
): Promise<void> {
  mkdirSync(folder);
  const archive = join(folder, '..', 'former.tar');
  await run('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  // The workspace of the test is no environment of its builds.
  const env: NodeJS.ProcessEnv = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' };
  if (thirdPartyOf(folder) === thirdPartyOf(root)) linkPackages(root, folder);
  else {
    say('installing its packages');
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
      cwd: folder,
      env,
      timeout: 600_000,
    });
  }
  say('building');
  // Builds of unchanged packages come from the cache of this checkout.
  const cache = { ...env, NX_CACHE_DIRECTORY: join(root, '.nx/cache') };
  await run('npm', ['run', 'build'], { cwd: folder, env: cache, timeout: 600_000 });
}

/** Returns the locked versions of all packages that are not of the workspace. */
function thirdPartyOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const locked = Object.entries(packages as Record<string, { version?: string }>)
    .filter(([path]) => path.includes('node_modules/') && !path.includes('node_modules/@docfolio/'))
    .map(([path, { version }]) => `${path} ${version}`);
  return locked.sort().join('\n');
}

/** Links the third-party packages of this checkout, and the packages of the workspace in `folder`. */
function linkPackages(root: string, folder: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@docfolio'), { recursive: true });
  for (const entry of readdirSync(modules)) {
    if (entry !== '@docfolio' && entry !== '.cache')
      symlinkSync(join(modules, entry), join(folder, 'node_modules', entry));
  }
  for (const path of workspacesOf(folder)) {
    const { name } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(join(folder, path), join(folder, 'node_modules', name));
    // Versions that differ from those of the root.
    const own = join(root, path, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, path, 'node_modules'));
  }
}

function workspacesOf(folder: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const root = realpathSync(folder);
  return Object.keys(packages)
    .filter((path) => workspaceFolder.test(path) && !path.includes('node_modules'))
    .map((path) => relative(root, join(root, path)))
    .filter((path) => existsSync(join(folder, path, 'package.json')));
}
