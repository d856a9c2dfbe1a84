import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress, seconds } from '@docfolio/local/system';
import { findRoot } from '@docfolio/local/workspace';
import { Cleanup } from '../verify/cleanup.js';
import { NoFormerVersion } from './former-build.js';
import { rollingUpgrade } from './rolling-upgrade.js';

const usage = `npm run verify -- operations [--from COMMIT] [--keep]

Replaces all replicas of a former version by those of this checkout, one by one, under load.

  --from COMMIT   what to upgrade from. Default: the newest release before this commit, else the commit before
  --keep          keeps the former build, the data and the logs, and prints their folder`;

/** @returns the exit code */
async function verify(args: string[]): Promise<number> {
  const options = { from: { type: 'string' }, keep: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-operations-'));
  const progress = new Progress(process.stdout);
  const cleanup = new Cleanup();
  if (!values.keep) cleanup.add('temporary folder', async () => rmSync(folder, { recursive: true, force: true }));
  const interrupt = () => {
    console.log('\nstopping ...');
    void cleanup.run().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let code = 0;
  try {
    console.log('\nRolling upgrade\n');
    const report = await rollingUpgrade({ root: findRoot(), folder, from: values.from }, progress, cleanup);
    console.log(`\n${report}\n`);
  } catch (error) {
    const isSkipped = error instanceof NoFormerVersion;
    code = isSkipped ? 0 : 1;
    console.log(`\n${isSkipped ? `skipped: ${error.message}` : `failed: ${(error as Error).message}`}\n`);
  }
  await progress.step('clean up', async () => {
    const failures = await cleanup.run();
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return values.keep ? `${folder} is kept` : 'nothing is left';
  });
  console.log(`  ${code === 0 ? 'done' : 'failed'} after ${seconds(performance.now() - began)}`);
  return code;
}

verify(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
