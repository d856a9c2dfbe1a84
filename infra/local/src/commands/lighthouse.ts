import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { findRoot } from '../workspace.js';

/** Runs `npm run lighthouse [-- /path ...]`: Lighthouse's mobile scores of four pages, or of those named. */
export function lighthouse(args: string[]): Promise<number> {
  return runAttached('npm', ['run', '--silent', 'lighthouse', '--', ...args], {
    cwd: join(findRoot(), 'apps/e2e'),
    env: ownEnvironment(),
  });
}
