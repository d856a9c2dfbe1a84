import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { findRoot, listPackages } from '../workspace.js';

/** Runs `npm run bench [-- leads gateway]`: the `bench` scripts of the named or of all packages, one after another. */
export async function bench(args: string[]): Promise<number> {
  const root = findRoot();
  const all = listPackages(root).filter(({ scripts }) => scripts.bench !== undefined);
  const unknown = args.filter((name) => !all.some(({ shortName }) => shortName === name));
  if (unknown.length > 0) {
    console.error(
      `No bench in ${unknown.join(', ')}. There is one in: ${all.map(({ shortName }) => shortName).join(', ') || 'no package'}.`,
    );
    return 1;
  }
  const chosen = args.length > 0 ? all.filter(({ shortName }) => args.includes(shortName)) : all;
  let failed = 0;
  for (const { shortName, folder } of chosen) {
    console.log(`\n${shortName}`);
    const code = await runAttached('npm', ['run', '--silent', 'bench'], {
      cwd: join(root, folder),
      env: ownEnvironment(),
    });
    if (code !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
}
