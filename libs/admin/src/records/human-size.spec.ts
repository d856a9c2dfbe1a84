import { humanSize } from './human-size.js';

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [254_269, '248.31 KB'],
  [1_048_575, '1 MB'],
  [1_908_408, '1.82 MB'],
  [5 * 1024 * 1024, '5 MB'],
  [3 * 1024 ** 3, '3072 MB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(humanSize(bytes)).toBe(words);
});
