import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config.js';
import { leftoverFiles, readTestOptions } from './test.js';

it('reads the options of npm test', () => {
  expect(readTestOptions([])).toEqual({ part: 'ordinary' });
  expect(readTestOptions(['--replicas', '2'])).toEqual({ part: 'replicas', replicas: 2 });
  expect(readTestOptions(['--slow', '--minutes', '60'])).toEqual({ part: 'slow', minutes: 60 });
  for (const part of ['newest-node', 'coverage', 'slow', 'rebrand', 'new-entity', 'new-remote', 'times'])
    expect(readTestOptions([`--${part}`])).toEqual({ part });
});

it.each([
  [['--newest-node', '--replicas', '2']],
  [['--coverage', '--newest-node']],
  [['--slow', '--coverage']],
  [['--newest']],
  [['--slow', '--minutes']],
  [['--slow', '--minutes', '1.5']],
  [['--minutes', '60']],
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
