import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import { type Manifest, parseManifests } from './manifests.js';

/** Oldest major version of kustomize that supports everything in k8s/. */
const oldestMajor = 5;
/** Debian release whose kustomize is downloaded if none is installed. It also runs on older releases. */
const debianSuite = 'trixie';
const debianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** A command that renders the folder appended to it, or the reason why there is none. */
type Renderer = { command: string[] } | { missing: string };

const run = (command: string, args: string[], cwd?: string): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    cwd,
    timeout: 120_000,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const majorOf = (version: string): number => Number(/v?(\d+)\./.exec(version)?.[1] ?? 0);

function onPath(): string[] | undefined {
  try {
    const { kustomizeVersion } = JSON.parse(run('kubectl', ['version', '--client', '--output=json']));
    if (majorOf(kustomizeVersion) >= oldestMajor) return ['kubectl', 'kustomize'];
  } catch {
    // Not installed, or too old for `--output`.
  }
  try {
    if (majorOf(run('kustomize', ['version'])) >= oldestMajor) return ['kustomize', 'build'];
  } catch {
    // Not installed.
  }
  return undefined;
}

function debianMirror(): string {
  const targets = run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = targets.split('\n').find((uri) => /\/debian\/?$/.test(uri));
  if (!mirror || !existsSync(debianKeyring)) throw new Error('this machine has no Debian mirror');
  return mirror;
}

/** Downloads Debian's kustomize to node_modules/.cache, without installing it. @throws Error with the reason */
function fromDebian(root: string): string[] {
  const home = join(root, 'node_modules/.cache/docfolio/kustomize');
  const program = join(home, 'usr/bin/kustomize');
  if (existsSync(program)) return [program, 'build'];
  mkdirSync(dirname(home), { recursive: true });
  const work = mkdtempSync(`${home}-`);
  try {
    mkdirSync(join(work, 'lists/partial'), { recursive: true });
    mkdirSync(join(work, 'cache/archives/partial'), { recursive: true });
    writeFileSync(join(work, 'status'), '');
    writeFileSync(
      join(work, 'sources.list'),
      `deb [signed-by=${debianKeyring}] ${debianMirror()} ${debianSuite} main\n`,
    );
    const settings = {
      'Dir::Etc::sourcelist': join(work, 'sources.list'),
      'Dir::Etc::sourceparts': '-',
      'Dir::State::lists': join(work, 'lists'),
      'Dir::State::status': join(work, 'status'),
      'Dir::Cache': join(work, 'cache'),
      // apt's sandbox user cannot access the folder.
      'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => (value ? ['-o', `${name}=${value}`] : []));
    run('apt-get', [...options, '-qq', 'update'], work);
    run('apt-get', [...options, '-qq', 'download', 'kustomize'], work);
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('apt downloaded nothing');
    run('dpkg-deb', ['-x', archive, 'files'], work);
    // Another spec file may have downloaded the same concurrently.
    if (!existsSync(home)) renameSync(join(work, 'files'), home);
    return [program, 'build'];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function findRenderer(): Renderer {
  const installed = onPath();
  if (installed) return { command: installed };
  try {
    return { command: fromDebian(findRoot()) };
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    return { missing: `no kubectl or kustomize ${oldestMajor} on PATH, and none from Debian: ${reason}` };
  }
}

const renderer = findRenderer();

export function render(folder: string): Manifest[] {
  if ('missing' in renderer) throw new Error(renderer.missing);
  const [command = '', ...args] = renderer.command;
  return parseManifests(run(command, [...args, folder], findRoot()));
}

// Jest prints neither titles nor console output of a file whose tests are all skipped.
if ('missing' in renderer) process.stderr.write(`Kubernetes manifests are not rendered: ${renderer.missing}\n`);

/** `describe` for tests that render manifests. Skips them, with the reason in the title, if there is no kustomize. */
export function describeRendered(title: string, tests: () => void): void {
  if ('missing' in renderer) describe.skip(`${title} (${renderer.missing})`, tests);
  else describe(title, tests);
}

export const readRepositoryFile = (path: string): string => readFileSync(join(findRoot(), path), 'utf8');
