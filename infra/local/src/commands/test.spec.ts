import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config.js';
import { leftoverFiles, readTestOptions } from './test.js';

it('reads the options of npm test', () => {
  expect(readTestOptions([])).toEqual({ coverage: false, replicas: undefined, newestNode: false });
  expect(readTestOptions(['--replicas', '2'])).toEqual({ coverage: false, replicas: 2, newestNode: false });
  expect(readTestOptions(['--newest-node'])).toEqual({ coverage: false, replicas: undefined, newestNode: true });
  expect(readTestOptions(['--coverage'])).toEqual({ coverage: true, replicas: undefined, newestNode: false });
});

it.each([[['--newest-node', '--replicas', '2']], [['--coverage', '--newest-node']], [['--newest']]])(
  'refuses %j',
  (args) => {
    expect(() => readTestOptions(args)).toThrow(ConfigError);
  },
);

it('fails a run that leaves a temporary file, names the file and removes it', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const context = { root: '/', env: {}, signal: new AbortController().signal };
  const empty = mkdtempSync(join(tmpdir(), 'docfolio-leftover-'));
  expect(await leftoverFiles(empty).run(context)).toMatchObject({ passed: 1, failed: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-leftover-'));
  writeFileSync(join(folder, 'profile'), '');
  expect(await leftoverFiles(folder).run(context)).toMatchObject({ passed: 0, failed: 1 });
  expect(log).toHaveBeenCalledWith('   left in the temporary folder: profile');
  expect([empty, folder].filter((path) => existsSync(path))).toEqual([]);
  log.mockRestore();
});
