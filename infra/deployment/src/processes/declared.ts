import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessDefinition, Tier } from '@docfolio/process/definition';

/** A process as its process.ts declares it, with its folder relative to the root. */
export interface Declared extends ProcessDefinition {
  folder: string;
}

const order: readonly Tier[] = ['frontend', 'api', 'service'];

/** Returns the folders with a process.ts: the web process and the services. */
export function processFolders(root: string): string[] {
  return ['apps', 'services']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'src/process.ts')));
}

/**
 * Reads what the processes declare, from their compiled files: those that visitors reach first, then in the order of their
 * names. @throws Error if one is not built, or is named unlike its folder
 */
export async function declaredProcesses(root: string): Promise<Declared[]> {
  const declared = await Promise.all(
    processFolders(root).map(async (folder) => {
      const url = pathToFileURL(join(root, folder, 'dist/process.js')).href;
      const { default: definition } = (await import(url)) as { default: ProcessDefinition };
      if (!folder.endsWith(`/${definition.name}`)) throw new Error(`${folder} declares a process ${definition.name}`);
      return { ...definition, folder };
    }),
  );
  return declared.sort((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier) || (a.name < b.name ? -1 : 1));
}
