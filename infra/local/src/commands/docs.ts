import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { findRoot } from '../workspace.js';

const PROGRAM = 'infra/deployment/dist/documents/main.js';

/** `npm run docs [-- --check]`: writes the documents that are generated from the code. */
export function docs(args: string[]): Promise<number> {
  const root = findRoot();
  return runAttached(process.execPath, [join(root, PROGRAM), ...args], { cwd: root, env: ownEnvironment() });
}
