/**
 * `npm ci` accepts the lock file.
 * @subject package-lock.json package.json
 * @everyday infra/local/test/bootstrap.spec.ts
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRoot, listPackages } from '../workspace.js';

it('is complete: npm takes an optional package of another platform without an entry for a missing one', () => {
  const root = findRoot();
  const copy = mkdtempSync(join(tmpdir(), 'lock-file-'));
  try {
    const manifests = listPackages(root).map(({ folder }) => join(folder, 'package.json'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc', ...manifests])
      cpSync(join(root, file), join(copy, dirname(file), file.split('/').at(-1)!));
    const output = execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts'], { cwd: copy, encoding: 'utf8' });
    expect(output).toMatch(/added \d+ packages/);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
