import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the repository root: `from` or the nearest parent folder with nx.json. @throws Error outside a checkout */
export function findRoot(from: string = process.cwd()): string {
  let folder = from;
  while (!existsSync(join(folder, 'nx.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${from} is not inside the Docfolio checkout.`);
    folder = parent;
  }
  return folder;
}

/** Returns the version of the checkout. */
export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

export interface WorkspacePackage {
  folder: string;
  name: string;
  shortName: string;
  scripts: Record<string, string>;
  uses: string[];
}

interface Manifest {
  name: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/** Returns the workspace packages in the order of the patterns in the root package.json. */
export function listPackages(root: string): WorkspacePackage[] {
  const patterns = readManifest(join(root, 'package.json')).workspaces ?? [];
  const folders = patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, '');
    return existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [];
  });
  return folders
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = readManifest(join(root, folder, 'package.json'));
      const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
      return {
        folder,
        name: manifest.name,
        shortName: manifest.name.replace(/^@[^/]+\//, ''),
        scripts: manifest.scripts ?? {},
        uses: dependencies.filter((name) => name.startsWith('@docfolio/')),
      };
    });
}
