import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const debianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

export interface DebianProgram {
  /** Name of the package. */
  name: string;
  /** Path of the program in the package. */
  program: string;
  /** Release of Debian that has it, if the sources of this system do not. */
  suite: string;
}

const run = (command: string, args: string[], cwd?: string): string =>
  execFileSync(command, args, { encoding: 'utf8', cwd, timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] });

function debianMirror(): string {
  const targets = run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = targets.split('\n').find((uri) => /\/debian\/?$/.test(uri));
  if (!mirror || !existsSync(debianKeyring)) throw new Error('this machine has no Debian mirror');
  return mirror;
}

/** Downloads a package from the sources of this system. @returns false if it has none of that name */
function hasDownloaded(name: string, work: string): boolean {
  try {
    run('apt-get', ['-qq', 'download', name], work);
    return true;
  } catch {
    return false;
  }
}

/** Downloads a package of a release of Debian from the mirror of this system. @throws Error with the reason */
function downloadFrom(suite: string, name: string, work: string): void {
  mkdirSync(join(work, 'lists/partial'), { recursive: true });
  mkdirSync(join(work, 'cache/archives/partial'), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  writeFileSync(join(work, 'sources.list'), `deb [signed-by=${debianKeyring}] ${debianMirror()} ${suite} main\n`);
  const settings = {
    'Dir::Etc::sourcelist': join(work, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    // apt's sandbox user cannot access the folder.
    'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
  };
  const options = Object.entries(settings).flatMap(([key, value]) => (value ? ['-o', `${key}=${value}`] : []));
  run('apt-get', [...options, '-qq', 'update'], work);
  run('apt-get', [...options, '-qq', 'download', name], work);
}

/**
 * Downloads a program of Debian to node_modules/.cache, without installing its package: that may be too old here, start
 * a server, or need root. @returns the path of the program @throws Error with the reason
 */
export function debianProgram(root: string, { name, program, suite }: DebianProgram): string {
  const home = join(root, 'node_modules/.cache/docfolio', name);
  const path = join(home, program);
  if (existsSync(path)) return path;
  mkdirSync(dirname(home), { recursive: true });
  const work = mkdtempSync(`${home}-`);
  try {
    if (!hasDownloaded(name, work)) downloadFrom(suite, name, work);
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (!archive) throw new Error('apt downloaded nothing');
    run('dpkg-deb', ['-x', archive, 'files'], work);
    // Another spec file may have downloaded the same concurrently.
    if (!existsSync(home)) renameSync(join(work, 'files'), home);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
