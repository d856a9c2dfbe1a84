import { testProgress } from './test-progress.js';

it('says after each package how many are done, and how long the others take by the size of their specs', () => {
  let elapsed = 0;
  const read = testProgress(
    new Map([
      ['@docfolio/ui', 1_000],
      ['@docfolio/crm', 3_000],
    ]),
    () => elapsed,
  );
  expect(read('- @docfolio/ui\n- @docfolio/crm\n')).toEqual([]);
  elapsed = 40_000;
  // Nx colours its lines, and an output may end within one.
  expect(read('\u001b[32m✔\u001b[39m  \u001b[2mnx run\u001b[22m @docfolio/u')).toEqual([]);
  expect(read('i:test (40s)\n')).toEqual(['   1 of 2 packages after 40 s, about 2.0 min left']);
  elapsed = 160_000;
  expect(read('✖  nx run @docfolio/crm:test\n✖  nx run @docfolio/crm:test\n')).toEqual([
    '   2 of 2 packages after 2.7 min',
  ]);
});
