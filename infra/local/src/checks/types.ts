import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runToEnd } from '../run-program.js';
import type { WorkspacePackage } from '../workspace.js';

interface TypesConfig {
  extends?: string;
  compilerOptions?: Record<string, unknown>;
  include: string[];
}

/** Merges the tsconfig.json files of packages that differ in nothing but what they include. Paths become absolute. */
function mergeConfigs(root: string, folders: string[]): TypesConfig[] {
  const merged = new Map<string, TypesConfig>();
  for (const folder of folders) {
    const own = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8')) as TypesConfig;
    const base = own.extends && join(root, folder, own.extends);
    const include = own.include.map((path) => join(root, folder, path));
    const key = JSON.stringify([base, own.compilerOptions]);
    const before = merged.get(key)?.include ?? [];
    merged.set(key, { extends: base, compilerOptions: own.compilerOptions, include: [...before, ...include] });
  }
  return [...merged.values()];
}

/**
 * Checks the types of packages with one compiler for all packages that have the same options, because a compiler per
 * package would load the sources of the shared libraries again and again. Writes its configurations to `.results/types`.
 * @returns what the compilers printed, one text per compiler that found errors
 */
export async function checkTypes(
  root: string,
  env: NodeJS.ProcessEnv,
  packages: Pick<WorkspacePackage, 'folder' | 'scripts'>[],
): Promise<string[]> {
  const folders = packages.filter(({ scripts }) => scripts.typecheck !== undefined).map(({ folder }) => folder);
  const target = join(root, '.results/types');
  mkdirSync(target, { recursive: true });
  const fromTarget = (path: string) => relative(target, path);
  const check = async ({ extends: base, compilerOptions, include }: TypesConfig, index: number): Promise<string[]> => {
    const config = { extends: base && fromTarget(base), compilerOptions, include: include.map(fromTarget) };
    const path = join(target, `${index}.json`);
    writeFileSync(path, JSON.stringify(config, null, 2));
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
    const result = await runToEnd(process.execPath, [compiler, '-p', path, '--pretty', 'false'], { cwd: root, env });
    return result.code === 0 ? [] : [(result.output || result.how).trimEnd()];
  };
  return (await Promise.all(mergeConfigs(root, folders).map(check))).flat();
}
