import { remoteNamed } from '../../test/deployments-gateway.js';
import { canaryOutlook, changeTimeText, durationText, shortHash } from './deployment-texts.js';

const minute = 60_000;
const goesBack =
  'Goes back by itself if it fails significantly more often than stable, from 50 loads and 3 failures on.';

test.each([
  [0, 'less than a minute'],
  [14 * minute, '14 min'],
  [120 * minute, '2 h'],
  [134 * minute, '2 h 14 min'],
  [48 * 60 * minute, '2 days'],
])('formats a duration of %d ms as %s', (duration, words) => {
  expect(durationText(duration)).toBe(words);
});

test('shortens a hash to its ends', () => {
  expect(shortHash(`7be2${'0'.repeat(56)}91c4`)).toBe('7be2…91c4');
});

test('names the year of a change instead of its time if it is not the current one', () => {
  const now = new Date(2026, 10, 22);
  expect(changeTimeText(new Date(2026, 10, 22, 5, 30).toISOString(), now)).toBe('Nov 22, 05:30');
  expect(changeTimeText(new Date(2025, 10, 22, 5, 30).toISOString(), now)).toBe('Nov 22, 2025');
});

test.each([
  [null, 'Nothing goes back by itself.'],
  [{ minutes: null }, goesBack],
  [{ minutes: 30 }, `Raised to 50 % and 100 % after 30 min each. ${goesBack}`],
])('says what happens by itself to a canary with %j', (auto, words) => {
  const canary = { build: '4e1f7a9-c20b8800', percent: 10, since: '2026-11-22T05:30:00.000Z', auto };
  expect(canaryOutlook(remoteNamed('blog', { canary }))).toBe(words);
});
