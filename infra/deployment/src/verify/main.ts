import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Progress, seconds } from '@docfolio/local/system';
import { findRoot } from '@docfolio/local/workspace';
import { EngineUnavailable } from '../engine/docker.js';
import { Cleanup } from './cleanup.js';
import { Operation } from './operation.js';
import { logFile, Preparation } from './verification.js';

/** @param args `--required`: fail instead of skipping; `--no-build`: use existing images @returns the exit code */
async function verify(args: string[]): Promise<number> {
  const began = performance.now();
  const root = findRoot();
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-verify-'));
  const progress = new Progress(process.stdout);
  const cleanup = new Cleanup();
  cleanup.add('temporary folder', async () => rmSync(folder, { recursive: true, force: true }));
  const interrupt = () => {
    console.log('\nstopping ...');
    void cleanup.run().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let code = 0;
  try {
    const prepared = await new Preparation(root, folder, progress, cleanup, args.includes('--no-build')).run();
    const report = await new Operation(prepared, progress).run();
    console.log(`\n${report}\n`);
  } catch (error) {
    const skipped = error instanceof EngineUnavailable;
    code = skipped && !args.includes('--required') ? 0 : 1;
    console.log(`\n${skipped ? `skipped: ${error.message}` : `failed: ${(error as Error).message}`}\n`);
    if (!skipped) console.log(`Logs of the containers: ${logFile}\n`);
  }
  await progress.step('clean up', async () => {
    const failures = await cleanup.run();
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return 'containers, networks, volumes and engine are removed';
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
