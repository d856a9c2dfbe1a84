import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fillTemplates, readTemplates } from '../render.js';
import { InvalidRequest } from '../request.js';
import {
  buildPackages,
  dependenciesOf,
  type Manifest,
  type Platform,
  packPackages,
  platformFile,
  readManifest,
  readPlatform,
  vendor,
} from './packages.js';
import {
  type NewRemoteRequest,
  readRemoteRequest,
  refuseApp,
  refuseReserved,
  type UpdateRequest,
  usage,
} from './remote-request.js';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the files of a repository, by path, except packages and `package.json`. */
export function sourcesOf(
  root: string,
  { name, title }: Pick<NewRemoteRequest, 'name' | 'title'>,
): Map<string, string> {
  return fillTemplates(readTemplates(join(root, 'infra/scaffold/remote-templates')), { name, title }, ['<%', '%>']);
}

function manifestOf(name: string, dependencies: ReturnType<typeof dependenciesOf>): Manifest {
  const scripts = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a default value of the shell
    dev: 'DEV_PORT=${DEV_PORT:-4210} rspack serve',
    build: 'rspack build',
    test: 'node --test test/*.test.mjs',
    typecheck: 'tsc -p tsconfig.json',
    'publish:build': `npm run --silent build >&2 && docfolio-remotes publish ${name}`,
  };
  const basics = { name, version: '0.0.0', private: true, type: 'module', engines: { node: '>=20.19' } };
  return { ...basics, scripts, ...dependencies } as Manifest;
}

interface Packed {
  /** Temporary folder with the packages. */
  folder: string;
  /** File name by name of the package. */
  files: Record<string, string>;
  platform: Platform;
}

/** Runs `work` with the packed packages of the checkout. */
async function withPackages(root: string, work: (packed: Packed) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-new-remote-'));
  try {
    const files = packPackages(root, folder);
    work({ folder, files, platform: await readPlatform(root) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePackages(directory: string, { folder, platform }: Packed): void {
  rmSync(join(directory, vendor), { recursive: true, force: true });
  cpSync(folder, join(directory, vendor), { recursive: true });
  writeFileSync(join(directory, vendor, platformFile), json(platform));
}

async function writeRepository(root: string, request: NewRemoteRequest, print: (line: string) => void): Promise<void> {
  const { name, directory, dryRun } = request;
  refuseApp(name, root);
  buildPackages(root);
  // Imported now, because it was not compiled before.
  const { reservedRemoteNames } = await import('@docfolio/contracts/entities/remote');
  refuseReserved(name, reservedRemoteNames);
  const sources = sourcesOf(root, request);
  for (const path of ['package.json', `${vendor}/${platformFile}`, ...sources.keys()]) print(`  new      ${path}`);
  if (dryRun) return;
  await withPackages(root, (packed) => {
    sources.set('package.json', json(manifestOf(name, dependenciesOf(root, packed.files))));
    for (const [path, text] of sources) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    writePackages(directory, packed);
    print(`\nContract ${packed.platform.contract.hash}`);
  });
  print(`
Next:

  cd ${directory}
  git init && npm install
  npm run build && npm test

Its README.md says how to try, publish and deploy it.`);
}

async function updateRepository(
  root: string,
  { directory, dryRun }: UpdateRequest,
  print: (line: string) => void,
): Promise<void> {
  const path = join(directory, 'package.json');
  const manifest = existsSync(path) ? readManifest(directory) : {};
  const before = manifest.dependencies ?? {};
  if (!before['@docfolio/federation']?.startsWith(`file:${vendor}/`))
    throw new InvalidRequest([`${directory}: not a repository that npm run new -- remote has written`]);
  buildPackages(root);
  await withPackages(root, (packed) => {
    const after = dependenciesOf(root, packed.files);
    const changed = Object.entries({ ...after.dependencies, ...after.devDependencies }).filter(
      ([name, version]) => version !== (before[name] ?? manifest.devDependencies?.[name]),
    );
    const unused = Object.keys(before).filter(
      (name) => before[name]?.startsWith(`file:${vendor}/`) && !packed.files[name],
    );
    for (const [name, version] of changed) print(`  changed  ${name} ${version}`);
    for (const name of unused) print(`  removed  ${name}`);
    printContract(directory, packed.platform, print);
    if (changed.length + unused.length === 0) print('The packages are up to date.');
    if (dryRun) return;
    const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !unused.includes(name)));
    writePackages(directory, packed);
    writeFileSync(
      path,
      json({
        ...manifest,
        dependencies: sorted({ ...kept, ...after.dependencies }),
        devDependencies: sorted({ ...manifest.devDependencies, ...after.devDependencies }),
      }),
    );
    if (changed.length + unused.length > 0)
      print(`\nNext: in ${relative(process.cwd(), directory)}: npm install && npm run build && npm test`);
  });
}

function printContract(directory: string, { contract }: Platform, print: (line: string) => void): void {
  const file = join(directory, vendor, platformFile);
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Platform).contract : undefined;
  if (old?.hash === contract.hash) {
    print(`\nContract ${contract.hash}, unchanged: deployed builds still fit.`);
    return;
  }
  print(`\nOld contract ${old?.hash ?? 'unknown'}\nNew contract ${contract.hash}`);
  for (const [name, value] of Object.entries(contract.parts))
    if (old && old.parts[name] !== value) print(`  ${name}: ${old.parts[name] ?? 'none'} -> ${value}`);
}

const sorted = (versions: Record<string, string>) =>
  Object.fromEntries(Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Runs `npm run new -- remote`. @param root of the checkout @param cwd of the user @returns the exit code */
export async function main(args: string[], root: string, cwd: string): Promise<number> {
  const print = (line: string) => console.log(line);
  try {
    const request = readRemoteRequest(args, root, cwd);
    if (request.kind === 'new') await writeRepository(root, request, print);
    else await updateRepository(root, request, print);
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    console.error(`${error.problems.map((problem) => `- ${problem}`).join('\n')}\n\n${usage}`);
    return 2;
  }
}
