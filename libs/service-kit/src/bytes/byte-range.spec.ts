import { readRange } from './byte-range.js';

describe('readRange, for 1,000 bytes', () => {
  it.each<[string | undefined, ReturnType<typeof readRange>]>([
    [undefined, undefined],
    ['', undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['BYTES=5-', { start: 5, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=999-999', { start: 999, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=1000-2000', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    // Invalid and multiple ranges are ignored, as if there were no header.
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['pages=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-1;', undefined],
    [`bytes=${'9'.repeat(400)}-`, undefined],
  ])('parses %j', (header, range) => {
    expect(readRange(header, 1_000)).toEqual(range);
  });

  it('returns unsatisfiable for any range of an empty object', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=-1', 0)).toBe('unsatisfiable');
  });
});
