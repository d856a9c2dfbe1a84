import { mergeLines } from './line-merge.js';

const text = (words: string) => words.split(' ').join('\n');

test.each([
  ['no changes', 'a b c', 'a b c', 'a b c', 'a b c'],
  ['changes on my side only', 'a b c', 'a B c', 'a b c', 'a B c'],
  ['changes on their side only', 'a b c', 'a b c', 'a b C d', 'a b C d'],
  ['changes far from each other', 'a b c d e', 'A b c d e', 'a b c d E', 'A b c d E'],
  ['changes on adjacent lines', 'a b c', 'A b c', 'a B c', 'A B c'],
  ['the same change on both sides', 'a b c', 'a X c', 'a X c', 'a X c'],
  ['different changes of the same line, mine first', 'a b c', 'a M c', 'a T c', 'a M T c'],
  ['insertions at the same position', 'a b', 'a m b', 'a t b', 'a m t b'],
  ['an insertion before a changed line', 'a b c', 'a m b c', 'a T c', 'a m T c'],
  ['a deletion on one side', 'a b c', 'a c', 'a b c d', 'a c d'],
  ['overlapping changes', 'a b c d e', 'a M M d e', 'a b T T e', 'a M M d b T T e'],
])('merges %s', (_name, base, mine, theirs, both) => {
  expect(mergeLines(text(base), text(mine), text(theirs))).toBe(text(both));
});

test('keeps all lines of both sides if the base is unknown', () => {
  expect(mergeLines(null, text('a m b c'), text('a b t c'))).toBe(text('a m b t c'));
});

test('keeps every line typed on either side for 300 random pairs of changes', () => {
  const pick = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  };
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = pick(seed);
    const base = Array.from({ length: 12 }, (_, at) => `l${at}`);
    const change = (side: string) =>
      base.flatMap((line, at) => {
        const roll = random();
        if (roll < 0.15) return [`${side}${at}`];
        if (roll < 0.25) return [`${side}${at}+`, line];
        return roll < 0.35 ? [] : [line];
      });
    const [mine, theirs] = [change('m'), change('t')];
    const result = new Set(mergeLines(base.join('\n'), mine.join('\n'), theirs.join('\n')).split('\n'));
    for (const line of [...mine, ...theirs]) if (!line.startsWith('l')) expect(result).toContain(line);
  }
});
