import { matchesEtag } from './entity-tag.js';

describe('matchesEtag', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"c","a"', true],
    ['*', true],
    ['a', false],
    ['"A"', false],
    ['"ab"', false],
    ['"b"', false],
  ])('compares If-None-Match %j with the ETag "a"', (header, named) => {
    expect(matchesEtag('"a"', header)).toBe(named);
  });
});
