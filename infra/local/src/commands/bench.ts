import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { findRoot, listPackages } from '../workspace.js';

/** The package whose bench measures the goals of the whole platform. */
const platformBench = 'e2e';

/**
 * Runs `npm run bench [-- --only ROWS --compare FILE]`: the goals of the platform (apps/e2e/bench/goals.mjs), or
 * `npm run bench -- leads gateway`: the `bench` scripts of the named packages, one after another, or
 * `npm run bench -- --lighthouse [/path ...]`: Lighthouse's mobile scores of four pages, or of those named.
 */
export async function bench(args: string[]): Promise<number> {
  const root = findRoot();
  if (args[0] === '--lighthouse') {
    const command = ['run', '--silent', 'lighthouse', '--', ...args.slice(1)];
    return runAttached('npm', command, { cwd: join(root, 'apps/e2e'), env: ownEnvironment() });
  }
  const all = listPackages(root).filter(({ scripts }) => scripts.bench !== undefined);
  const names = args[0]?.startsWith('-') === false ? args : [platformBench];
  const options = names === args ? [] : args;
  const unknown = names.filter((name) => !all.some(({ shortName }) => shortName === name));
  if (unknown.length > 0) {
    console.error(
      `No bench in ${unknown.join(', ')}. There is one in: ${all.map(({ shortName }) => shortName).join(', ')}.`,
    );
    return 1;
  }
  let failed = 0;
  for (const { shortName, folder } of all.filter(({ shortName }) => names.includes(shortName))) {
    console.log(`\n${shortName}`);
    const code = await runAttached('npm', ['run', '--silent', 'bench', '--', ...options], {
      cwd: join(root, folder),
      env: ownEnvironment(),
    });
    if (code !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
}
