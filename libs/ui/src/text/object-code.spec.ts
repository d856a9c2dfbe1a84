import { codeText } from './code-card.js';
import { type CodeValue, objectCode } from './object-code.js';

const value: CodeValue = {
  name: "Ada O'Neill",
  said: '"so"\n',
  list: ['a', 2, true],
  nothing: null,
  deep: { none: [], items: [{ since: 2019 }, { since: 2015 }] },
};

it('objectCode formats an object as TypeScript after the given prefix', () => {
  expect(codeText(objectCode('ts', value, [['keyword', 'const '], 'it = ']))).toBe(`const it = {
  name: 'Ada O\\'Neill',
  said: '"so"\\n',
  list: ['a', 2, true],
  nothing: null,
  deep: {
    none: [],
    items: [
      {
        since: 2019,
      },
      {
        since: 2015,
      },
    ],
  },
}`);
});

it('objectCode formats valid JSON', () => {
  const text = codeText(objectCode('json', value));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('  "list": ["a", 2, true],\n');
});

it('objectCode marks strings, literals and punctuation', () => {
  expect(objectCode('ts', { role: 'x', mentoring: true })).toEqual([
    [['punctuation', '{']],
    ['  ', 'role', ['punctuation', ': '], ['string', "'x'"], ['punctuation', ',']],
    ['  ', 'mentoring', ['punctuation', ': '], ['literal', 'true'], ['punctuation', ',']],
    ['', ['punctuation', '}']],
  ]);
});
