import { completedPerHour } from './queue-reader.js';

const minute = 60_000;
const now = Date.parse('2026-11-26T10:30:00Z');
const meta = (count: number, prevCount: number, prevTS: number) => ({ count, prevCount, prevTS });

it('Completed jobs are summed to the last 24 hours, the current one last', () => {
  // The last job ended in this minute; 59 jobs before it, one per minute, and one an hour before.
  const data = [...Array<number>(59).fill(1), 5];
  const perHour = completedPerHour({ meta: meta(65, 64, now), data }, now);
  expect(perHour).toHaveLength(24);
  expect(perHour.slice(-2)).toEqual([5, 60]);
});

it('Jobs of a queue that rests move to earlier hours, and leave after a day', () => {
  const at = now - 3 * 60 * minute;
  const resting = { meta: meta(12, 10, at), data: [4] };
  expect(completedPerHour(resting, now).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(completedPerHour(resting, now + 22 * 60 * minute).every((count) => count === 0)).toBe(true);
});

it('A queue that never worked has completed nothing', () => {
  expect(completedPerHour({ meta: meta(0, 0, 0), data: [] }, now)).toEqual(Array(24).fill(0));
});
