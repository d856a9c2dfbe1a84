import { timeLeft } from './time-left.js';

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;

test.each([
  [30 * 24 * hour - 1, 'in 29 days'],
  [48 * hour, 'in 2 days'],
  [47 * hour, 'in 1 day'],
  [24 * hour, 'in 1 day'],
  [24 * hour - 1, 'in 23 hours'],
  [hour, 'in 1 hour'],
  [hour - 1, 'within the hour'],
  [-1, 'within the hour'],
])('formats %d ms as "%s"', (left, words) => expect(timeLeft(new Date(now + left).toISOString(), now)).toBe(words));
