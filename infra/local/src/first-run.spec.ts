import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@docfolio/process/operator-error';
import type { LocalConfig } from './config.js';
import { ensureFirstAdmin } from './first-run.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-first-run-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('does not look for an admin again in a database that has one', async () => {
  // Nothing is built there: looking for an admin fails.
  const config = { root: join(dataDir, 'empty'), dataDir } as LocalConfig;
  const folder = join(dataDir, 'embedded-mongo');
  mkdirSync(folder);
  await expect(ensureFirstAdmin(config, {})).rejects.toThrow(OperatorError);
  writeFileSync(join(folder, 'has-admin'), '');
  await expect(ensureFirstAdmin(config, {})).resolves.toEqual({ created: false });
  const elsewhere = { ...config, mongodbUri: 'mongodb://db.example' };
  await expect(ensureFirstAdmin(elsewhere, {})).rejects.toThrow(OperatorError);
});
