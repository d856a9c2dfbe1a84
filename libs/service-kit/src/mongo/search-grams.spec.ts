import { foldForSearch, matchesSearch } from '@docfolio/contracts/core/search-fold';
import fc from 'fast-check';
import { containsPattern, gramsOfSearch, gramsOfText, searchRevision, searchText } from './search-grams.js';

const found = (fields: (string | string[] | null)[], search: string) => {
  const text = searchText(fields);
  const grams = new Set(gramsOfText(text));
  return gramsOfSearch(search).every((gram) => grams.has(gram)) && (containsPattern(search)?.test(text) ?? true);
};

describe('search', () => {
  it.each([
    ['ann', true],
    ['ANN LEE', true],
    ['@example', true],
    ['.com', true],
    ['n l', true],
    ['Ünï', true],
    ['ge 1', true],
    ['annlee', false],
    ['lee ann', false],
    ['.*', false],
    ['(a+)+$', false],
  ])('matching %j returns %s', (search, matches) => {
    expect(found(['Ann Lee', 'ann@example.com', null, 'Ünïted & Co. (Stage 1)'], search)).toBe(matches);
  });

  it.each([
    ['a', true],
    ['le', true],
    ['e', true],
    ['@', true],
    ['&', true],
    ['nn', false],
    ['o', false],
  ])('matching the start of a word with %j, too short for a trigram, returns %s', (search, matches) => {
    expect(found(['Ann Lee', 'ann@example.com', 'B & C'], search)).toBe(matches);
  });

  it.each([
    ['札幌市立病院', '病院', '院', '市立病'],
    ['이순신', '순신', '신'],
    ['カフェ東京tower', 'フェ', '東京', 'to'],
    ['ร้านกาแฟ', 'กา'],
  ])('finds one and two characters anywhere in %j, as its script has no spaces between words', (text, ...searches) => {
    for (const search of searches) expect([search, found([text], search)]).toEqual([search, true]);
  });

  it.each([
    ['Renée O’Hara', 'renee', "o'hara", 'o`hara', 're', 'née'],
    ['Jean-Luc', 'jean luc', 'jean–luc', 'l', 'jean  l'],
    ['Ærøskøbing', 'aer', 'kobin', 'skobing', 'æ'],
  ])('finds %j without its accents and typography', (text, ...searches) => {
    for (const search of searches) expect([search, found([text], search)]).toEqual([search, true]);
  });

  // If this fails, raise the revision, so that stored records get the new grams.
  it('stores these grams in this revision', () => {
    expect({ searchRevision, grams: gramsOfText(searchText(['Zoë–O’Á', '東京'])) }).toEqual({
      searchRevision: 2,
      grams: [
        'zoe',
        '^z',
        '^zo',
        'oe ',
        'e o',
        " o'",
        '^ ',
        '^ o',
        "o'a",
        '^o',
        "^o'",
        "^'",
        "^'a",
        '^a',
        '^東',
        '^東京',
        '^京',
      ],
    });
  });

  it('matches each text of a list field, and never across two of them', () => {
    const tags = ['TypeScript', '', 'node'];
    expect(['script', 'node', 'no', 'ty'].map((search) => found(['A title', tags], search))).toEqual(
      Array(4).fill(true),
    );
    expect(['scriptnode', 'script,node', 'titletype'].map((search) => found(['A title', tags], search))).toEqual(
      Array(3).fill(false),
    );
    expect(found(['A title', []], 'title')).toBe(true);
  });

  it('does not match across two fields', () => {
    expect(found(['abc', 'def'], 'cde')).toBe(false);
    expect(found(['abc', 'def'], 'bcde')).toBe(false);
  });

  it('finds each fragment of a random text, and only texts that contain the search', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', 'ß', 'İ', ' ', '.', '*', '(', '😀', 'é', 'e\u0301'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(word, word, fc.nat(12), fc.integer({ min: 3, max: 6 }), (text, other, from, length) => {
        const characters = [...foldForSearch(text)];
        const part = characters.slice(from, from + length).join('');
        // A slice may begin within a sequence that folding changes as a whole; such slices are skipped.
        if ([...part].length >= 3 && foldForSearch(part) === part) expect(found([text], part)).toBe(true);
        if ([...foldForSearch(other)].length >= 3) expect(found([text], other)).toBe(matchesSearch([text], other));
      }),
      { seed: jest.getSeed() },
    );
  });
});
