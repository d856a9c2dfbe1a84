import { withAttempts } from '../bench/attempts.mjs';
import { expect, test } from './support/test.js';

test('a Lighthouse audit that could not be measured is repeated, and the other runs are kept', async () => {
  const reported: string[] = [];
  let attempts = 0;
  const audit = async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('NO_NAVSTART');
    return attempts;
  };
  expect(await withAttempts(audit, (line) => reported.push(line))).toBe(3);
  expect(reported).toEqual([1, 2].map((attempt) => `attempt ${attempt} of 3 failed, will retry: NO_NAVSTART`));
});

test('a Lighthouse audit that never succeeds ends with its error', async () => {
  let attempts = 0;
  const audit = async () => {
    attempts += 1;
    throw new Error('NO_NAVSTART');
  };
  await expect(withAttempts(audit, () => undefined)).rejects.toThrow('NO_NAVSTART');
  expect(attempts).toBe(3);
});
