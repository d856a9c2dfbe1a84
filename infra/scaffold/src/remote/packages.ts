import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const scope = '@docfolio/';
/** What a remote imports; `packagesOf` adds what these need. */
const imported = ['api-client', 'contracts', 'federation', 'remote-build', 'ui'].map((name) => scope + name);

/** Folder of a repository with the platform's packages. */
export const vendor = 'vendor';
/** File beside them with their origin. */
export const platformFile = 'platform.json';

export interface Manifest {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export interface Platform {
  /** Commit of the checkout that the packages are from; null outside a repository. */
  commit: string | null;
  /** What a build of a remote has in common with the shell. */
  contract: { hash: string; parts: Record<string, string> };
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

const folderOf = (name: string) => `libs/${name.slice(scope.length)}`;

/** Returns the names of the packages of this checkout that a remote needs, sorted. */
export function packagesOf(root: string): string[] {
  const names = new Set(imported);
  // Iterating a set includes what is added in the loop.
  for (const name of names) {
    const { dependencies = {} } = readManifest(join(root, folderOf(name)));
    for (const used of Object.keys(dependencies)) if (used.startsWith(scope)) names.add(used);
  }
  return [...names].sort();
}

/** Compiles the packages that are imported compiled. @throws Error with the output if it fails */
export function buildPackages(root: string): void {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  run(root, process.execPath, [nx, 'run-many', '-t', 'build', '-p', packagesOf(root).join(',')]);
}

/**
 * Packs the packages into a folder. Their file names contain a hash, so that npm installs a changed one of equal version.
 * @returns file name by name of the package
 */
export function packPackages(root: string, target: string): Record<string, string> {
  mkdirSync(target, { recursive: true });
  const names = packagesOf(root);
  const folders = names.map((name) => `./${folderOf(name)}`);
  run(root, 'npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target, ...folders]);
  const packed = readdirSync(target);
  return Object.fromEntries(
    names.map((name) => {
      const stem = `${name.slice(1).replace('/', '-')}-${readManifest(join(root, folderOf(name))).version}`;
      if (!packed.includes(`${stem}.tgz`)) throw new Error(`npm pack has not written ${stem}.tgz`);
      const hash = createHash('sha256').update(readFileSync(join(target, `${stem}.tgz`)));
      const file = `${stem}-${hash.digest('hex').slice(0, 8)}.tgz`;
      renameSync(join(target, `${stem}.tgz`), join(target, file));
      return [name, file];
    }),
  );
}

/** Returns commit and contract of this checkout, by the preset's own code. */
export async function readPlatform(root: string): Promise<Platform> {
  const url = pathToFileURL(join(root, 'libs/federation/src/build/contract.mjs')).href;
  const { readContract } = (await import(url)) as { readContract(): Promise<Platform['contract']> };
  return { commit: commitOf(root), contract: await readContract() };
}

function commitOf(root: string): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return null;
  }
}

/**
 * Returns the dependencies of a remote's repository: the packed packages, and what the checkout uses of others.
 * @param files file name of each packed package
 */
export function dependenciesOf(
  root: string,
  files: Readonly<Record<string, string>>,
): Required<Pick<Manifest, 'dependencies' | 'devDependencies'>> {
  const preset = readManifest(join(root, 'libs/federation')).dependencies ?? {};
  const tools = readManifest(root).devDependencies ?? {};
  const versionIn = (versions: Record<string, string>, name: string): string => {
    const version = versions[name];
    if (!version) throw new Error(`There is no version of ${name}`);
    return version;
  };
  const pick = (versions: Record<string, string>, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, versionIn(versions, name)]));
  return {
    dependencies: {
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `file:${vendor}/${file}`])),
      ...pick(preset, '@tanstack/react-query', 'react', 'react-dom'),
    },
    devDependencies: {
      ...pick(preset, '@rspack/cli'),
      ...pick(tools, '@types/node', '@types/react', '@types/react-dom'),
      // The checkout has two versions of the compiler, one of them under another name.
      typescript: versionIn(tools, '@typescript/native').replace(/^npm:typescript@/, ''),
    },
  };
}

function run(cwd: string, program: string, args: string[]): void {
  try {
    execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}
