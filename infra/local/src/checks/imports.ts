import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `import ... from 'x'`, `export ... from 'x'`, `import 'x'`, `import('x')`, `require('x')`. */
const IMPORT =
  /\b(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]/g;
const SKIPPED = new Set(['node_modules', 'dist', '.results']);

/** Module names that a source text imports, in order. Comments are no imports. */
export function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Source files below a folder, relative to `root`, with `/`. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(root, path);
    return /\.(ts|tsx|mts|mjs|js|cjs)$/.test(entry.name) ? [path] : [];
  });
}

export const readImports = (root: string, file: string): string[] => importsOf(readFileSync(join(root, file), 'utf8'));
