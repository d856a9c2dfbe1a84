import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runToEnd } from '../run-program.js';

const packages = ['apps', 'libs', 'services', 'infra'];

/**
 * Checks the imports in `workspace` against `.dependency-cruiser.cjs` of `root`.
 * @returns dependency-cruiser's report as one text; an empty array if every import is allowed
 */
export async function checkBoundaries(root: string, env: NodeJS.ProcessEnv, workspace = root): Promise<string[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'err', '--no-progress'];
  const { code, output } = await runToEnd(process.execPath, [...args, ...packages], { cwd: workspace, env });
  return code === 0 ? [] : [stripVTControlCharacters(output).trim()];
}
