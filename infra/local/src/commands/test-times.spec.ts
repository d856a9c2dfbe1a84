import { packageRows, startRows, table } from './test-times.js';

it('adds up files per package, the most expensive first', () => {
  const files = [
    { file: 'libs/ui/src/a.spec.tsx', ms: 1_000, loadMs: 200, cpu: 1.5 },
    { file: 'libs/ui/src/forms/b.spec.tsx', ms: 2_000, loadMs: 0, cpu: 1 },
    { file: 'apps/e2e/src/c.spec.ts', ms: 9_000, loadMs: 0 },
  ];
  expect(packageRows(files, new Map([['libs/ui', 12]]))).toEqual([
    ['apps/e2e', '1', '', '9.0', '0.0', '0.0'],
    ['libs/ui', '2', '12', '3.0', '0.2', '2.5'],
  ]);
});

it('counts starts per kind, with their total and median', () => {
  const starts = [3_000, 1_000, 2_000].map((ms) => ({ started: 'service', ms }));
  expect(startRows([{ started: 'Redis', ms: 50 }, ...starts])).toEqual([
    ['service', '3', '6.0', '2.0'],
    ['Redis', '1', '0.1', '0.1'],
  ]);
});

it('aligns the columns of a table', () => {
  expect(
    table([
      ['stage', 's'],
      ['lint', '12.5'],
    ]),
  ).toEqual(['stage     s', 'lint   12.5']);
});
