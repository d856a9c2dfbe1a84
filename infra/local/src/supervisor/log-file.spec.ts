import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from './log-file.js';

it('rotates a log over its limit while the child writes, and keeps three older parts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-log-'));
  const log = new LogFile(join(folder, 'leads.log'), 10);
  const child = log.open();
  for (const part of ['first part', 'second part', 'third part', 'fourth part']) {
    writeSync(child, `${part} is long\n`);
    log.rotate();
  }
  writeSync(child, 'short\n');
  log.rotate();
  LogFile.close(child);
  const read = (suffix: string) => readFileSync(log.path + suffix, 'utf8');
  expect(['', '.1', '.2', '.3'].map(read)).toEqual([
    'short\n',
    'fourth part is long\n',
    'third part is long\n',
    'second part is long\n',
  ]);
  expect(log.tail(1)).toBe('short');
  rmSync(folder, { recursive: true });
});
