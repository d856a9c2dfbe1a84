import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { findRoot } from '../workspace.js';

const programPath = 'infra/deployment/dist/documents/main.js';

/** Runs `npm run docs`: writes the generated documents. With `--check` it only exits with 1 if one is out of date. */
export function docs(args: string[]): Promise<number> {
  const root = findRoot();
  return runAttached(process.execPath, [join(root, programPath), ...args], { cwd: root, env: ownEnvironment() });
}
