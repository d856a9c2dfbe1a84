import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from './data-dir.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'docfolio-data-dir-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const mode = (...path: string[]): string => (statSync(join(parent, ...path)).mode & 0o777).toString(8);

it('creates a folder that only its owner can read', () => {
  prepareDataDir(join(parent, 'data'));
  expect([mode('data'), mode('data/logs')]).toEqual(['700', '700']);
});

it('removes the permissions of group and others from an existing data folder and its entries', () => {
  const dataDir = join(parent, 'data');
  mkdirSync(join(dataDir, 'objects'), { recursive: true });
  writeFileSync(join(dataDir, 'secrets.json'), '{}');
  writeFileSync(join(parent, 'elsewhere'), '');
  symlinkSync(join(parent, 'elsewhere'), join(dataDir, 'link'));
  for (const path of ['data', 'data/objects']) chmodSync(join(parent, path), 0o755);
  for (const path of ['data/secrets.json', 'elsewhere']) chmodSync(join(parent, path), 0o644);
  prepareDataDir(dataDir);
  expect([mode('data'), mode('data/objects'), mode('data/secrets.json')]).toEqual(['700', '700', '600']);
  expect(mode('elsewhere')).toBe('644');
});
