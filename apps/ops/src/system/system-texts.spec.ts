import { clockText, countText, dayText, memoryText, sizeText, spanText } from './system-texts.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const mb = 1024 * 1024;

test.each([
  [-5 * second, '0 s'],
  [8_900, '8 s'],
  [59 * second, '59 s'],
  [minute, '1 min'],
  [72 * minute, '1 h 12 min'],
  [2 * hour, '2 h'],
  [23 * hour + 59 * minute, '23 h 59 min'],
  [6 * day + 4 * hour + minute, '6 d 04 h'],
])('writes a duration of %i ms as %s', (duration, text) => expect(spanText(duration)).toBe(text));

test.each([
  [0, '0 KB'],
  [2_048, '2 KB'],
  [412 * mb, '412 MB'],
  [1_023.7 * mb, '1 GB'],
  [31.84 * 1024 * mb, '31.8 GB'],
  [20 * 1024 * mb, '20 GB'],
])('writes %d bytes as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('writes memory with its limit in one unit, and without a limit alone', () => {
  expect(memoryText({ used: 212 * mb, limit: 512 * mb })).toBe('212 / 512 MB');
  expect(memoryText({ used: 512 * mb, limit: 2_048 * mb })).toBe('0.5 / 2 GB');
  expect(memoryText({ used: 212 * mb, limit: null })).toBe('212 MB');
});

test('counts one and several', () => {
  expect(countText(1, 'email')).toBe('1 email');
  expect(countText(1_400, 'email')).toBe('1,400 emails');
});

test('leaves out the day of a time of today', () => {
  const now = new Date(2026, 10, 22, 15, 0).getTime();
  const at = (...time: [number, number, number]) => new Date(2026, 10, ...time).toISOString();
  expect(clockText(at(22, 14, 2), now)).toBe('14:02');
  expect(clockText(at(20, 16, 47), now)).toBe('Nov 20, 16:47');
  expect(dayText(at(22, 3, 0), now)).toBe('Today');
  expect(dayText(at(23, 3, 0), now)).toBe('Tomorrow');
  expect(dayText(at(25, 3, 0), now)).toBe('Nov 25');
});
