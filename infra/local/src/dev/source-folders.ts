import { join } from 'node:path';
import type { WorkspacePackage } from '../workspace.js';

/** A source folder that swc compiles file by file, and the folder for the results, as absolute paths. */
export interface SourceFolder {
  package: WorkspacePackage;
  source: string;
  output: string;
}

/** Returns the folders that swc compiles, from the packages' build scripts (`swc src -d dist`). */
export function sourceFolders(root: string, packages: WorkspacePackage[]): SourceFolder[] {
  return packages.flatMap((each) => {
    const match = /\bswc (\S+) -d (\S+)/.exec(each.scripts.build ?? '');
    if (!match?.[1] || !match[2]) return [];
    return [{ package: each, source: join(root, each.folder, match[1]), output: join(root, each.folder, match[2]) }];
  });
}

/** Returns the names of the package and of all packages that use it, directly or indirectly. */
export function reachedBy(name: string, packages: WorkspacePackage[]): Set<string> {
  const reached = new Set([name]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const each of packages) if (each.uses.some((used) => reached.has(used))) reached.add(each.name);
  }
  return reached;
}
