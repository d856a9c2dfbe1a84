import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageFolder, coverageTable } from './coverage.js';

it('prints the coverage of each package that has a summary', () => {
  const root = mkdtempSync(join(tmpdir(), 'docfolio-coverage-'));
  const folder = join(root, coverageFolder, 'libs/one');
  mkdirSync(folder, { recursive: true });
  const total = { lines: { pct: 91.25 }, branches: { pct: 80 }, functions: { pct: 100 } };
  writeFileSync(join(folder, 'coverage-summary.json'), JSON.stringify({ total }));
  expect(coverageTable(root, ['libs/one', 'libs/two']).map((line) => line.split(/ +/))).toEqual([
    ['package', 'lines', 'branches', 'functions'],
    ['libs/one', '91.3', '80.0', '100.0'],
  ]);
  rmSync(root, { recursive: true });
});
