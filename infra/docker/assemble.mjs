#!/usr/bin/env node
// Copies what the images run out of an installed and built workspace. Runs inside the image build, in its root, and
// needs only Node. Paths below the output folder equal those in the repository.
//
//   node assemble.mjs manifests <out>   every package.json, the lock and .npmrc: all that an installation depends on
//   node assemble.mjs modules <out>     third-party packages of each image of images.json, into <out>/<image>
//   node assemble.mjs code <out>        built code of each image, into <out>/<image>
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that Node never loads from node_modules. */
const neverLoaded = /\.(?:[cm]?tsx?|map|md|markdown|flow|tsbuildinfo)$/i;
const notShipped = /(?:\.map|\.tsbuildinfo|\.d\.ts)$/;

const isThirdParty = (key) => key.includes('node_modules/');

/** Returns the lock file's key of the package that Node resolves from the folder `from`; undefined without one. */
function lookUp(packages, from, name) {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const key = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[key]) return key;
    if (!folder) return undefined;
  }
}

/**
 * Collects production dependencies: required, optional and peer ones, except optional peers.
 * @param folders keys of the lock file: workspace folders or third-party packages
 * @returns {{ workspaces: Set<string>, links: Set<string>, modules: Set<string> }} keys of the lock's `packages`
 */
export function productionClosure(lock, folders) {
  const { packages } = lock;
  const found = { workspaces: new Set(), links: new Set(), modules: new Set() };
  const visit = (folder) => {
    const entry = packages[folder];
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    const required = [...Object.keys(entry.dependencies ?? {}), ...peers];
    for (const name of [...required, ...Object.keys(entry.optionalDependencies ?? {})]) {
      const key = lookUp(packages, folder, name);
      if (!key) {
        if (name in (entry.optionalDependencies ?? {}) || peers.includes(name)) continue;
        throw new Error(`${folder} depends on ${name}, which package-lock.json does not resolve`);
      }
      const { link, resolved } = packages[key];
      if (link) found.links.add(key);
      const target = link ? resolved : key;
      const set = link ? found.workspaces : found.modules;
      if (set.has(target)) continue;
      set.add(target);
      visit(target);
    }
  };
  for (const folder of folders) {
    if (!packages[folder]) throw new Error(`package-lock.json has no package ${folder}`);
    (isThirdParty(folder) ? found.modules : found.workspaces).add(folder);
    visit(folder);
  }
  return found;
}

function eachFile(folder, use, skip) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skip(entry.name)) eachFile(path, use, skip);
    } else if (entry.isFile() && !skip(entry.name)) {
      use(path);
    }
  }
}

/** Hard-links a file, or copies it to another file system. Most files are in several images. */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}

const readLock = () => JSON.parse(readFileSync('package-lock.json', 'utf8'));

function copyManifests(out) {
  const { packages } = readLock();
  const folders = Object.keys(packages).filter((key) => key && !isThirdParty(key));
  const files = ['package.json', 'package-lock.json', '.npmrc', ...folders.map((folder) => `${folder}/package.json`)];
  for (const file of files) if (existsSync(file)) place(file, join(out, file));
}

/** Copies third-party packages that the packages `keys` need from the current folder, and links workspace packages. */
export function copyModules(keys, out) {
  const lock = readLock();
  const closure = productionClosure(lock, keys);
  mkdirSync(join(out, 'node_modules'), { recursive: true });
  for (const key of closure.modules) {
    // Optional packages of other platforms are in the lock file but not installed.
    if (!existsSync(key)) continue;
    const skip = (name) => name === 'node_modules' || neverLoaded.test(name);
    eachFile(key, (file) => place(file, join(out, file)), skip);
  }
  for (const key of closure.links) {
    const link = join(out, key);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(key), lock.packages[key].resolved), link);
  }
}

/** Copies `files`, and package.json and dist of workspace folders and of the workspace packages that they need. */
export function copyCode(folders, out, files = []) {
  const { workspaces } = productionClosure(readLock(), folders);
  for (const folder of workspaces) {
    const { name, version, type, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    mkdirSync(join(out, folder), { recursive: true });
    writeFileSync(join(out, folder, 'package.json'), `${JSON.stringify({ name, version, type, exports }, null, 2)}\n`);
  }
  const built = [...workspaces].map((folder) => `${folder}/dist`).filter((folder) => existsSync(folder));
  const skip = (name) => name === 'testing' || notShipped.test(name);
  for (const path of [...built, ...files]) {
    if (statSync(path).isFile()) place(path, join(out, path));
    else eachFile(path, (file) => place(file, join(out, file)), skip);
  }
}

const images = () => Object.entries(JSON.parse(readFileSync(new URL('images.json', import.meta.url), 'utf8')));

const commands = {
  manifests: copyManifests,
  modules: (out) => {
    for (const [image, { workspaces }] of images()) copyModules(workspaces, join(out, image));
  },
  code: (out) => {
    for (const [image, { workspaces, files }] of images()) copyCode(workspaces, join(out, image), files);
  },
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [command, out] = process.argv.slice(2);
  if (!commands[command] || !out) throw new Error(`usage: assemble.mjs ${Object.keys(commands).join('|')} <out>`);
  commands[command](out);
}
