import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config.js';
import { leftoverFiles, readTestOptions } from './test.js';

it('reads the options of npm test', () => {
  const none = { coverage: false, replicas: undefined, newestNode: false, slow: false };
  expect(readTestOptions([])).toEqual(none);
  expect(readTestOptions(['--replicas', '2'])).toEqual({ ...none, replicas: 2 });
  expect(readTestOptions(['--newest-node'])).toEqual({ ...none, newestNode: true });
  expect(readTestOptions(['--coverage'])).toEqual({ ...none, coverage: true });
  expect(readTestOptions(['--slow'])).toEqual({ ...none, slow: true });
});

it.each([
  [['--newest-node', '--replicas', '2']],
  [['--coverage', '--newest-node']],
  [['--slow', '--coverage']],
  [['--newest']],
])('refuses %j', (args) => {
  expect(() => readTestOptions(args)).toThrow(ConfigError);
});

it('fails a run that leaves a temporary file, names the file and removes it', async () => {
  const print = jest.fn();
  const context = { root: '/', env: {}, signal: new AbortController().signal, print };
  const empty = mkdtempSync(join(tmpdir(), 'docfolio-leftover-'));
  expect(await leftoverFiles(empty).run(context)).toMatchObject({ passed: 1, failed: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-leftover-'));
  writeFileSync(join(folder, 'profile'), '');
  expect(await leftoverFiles(folder).run(context)).toMatchObject({ passed: 0, failed: 1 });
  expect(print).toHaveBeenCalledWith('   left in the temporary folder: profile');
  expect([empty, folder].filter((path) => existsSync(path))).toEqual([]);
});
