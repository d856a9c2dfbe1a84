import fc from 'fast-check';
import { foldForSearch, matchesSearch } from './search-fold.js';

describe('a search', () => {
  it.each([
    ['René Descartes', 'rene', 'René', 'rene\u0301', 'RENÉ'],
    ['Jürgen Weiß', 'jurgen weiss', 'WEISS', 'weiß', 'Weiẞ'],
    ['Bjørn Sjælland', 'bjorn', 'sjaelland'],
    ['Władysław Żak', 'wladyslaw', 'zak'],
    ['Đorđe Þórsson', 'dorde', 'thorsson'],
    ['Işıl İnce', 'isil', 'ince', 'INCE', 'ISIL'],
    ['Nguyễn Đình', 'nguyen dinh'],
    ['Οδυσσέας', 'οδυσσεας', 'ΟΔΥΣΣΕΑΣ'],
    ['Семён', 'семен'],
    ['مُحَمَّد أحمد', 'محمد احمد'],
    ['D’Angelo', "d'angelo", 'd‘angelo', 'd´angelo', 'dʼangelo', 'd`angelo', 'd′angelo'],
    ["D'Angelo", 'd’angelo'],
    ['a “quoted” word', '"quoted"', '„quoted‟'],
    ['Hans-Peter', 'hans peter', 'hans‐peter', 'hans – peter', 'hans\u00a0peter'],
    ['Hans Peter', 'hans-peter', 'hans  peter', ' hans\tpeter '],
    ['a — dash', 'a dash', 'a-dash', 'a−dash'],
    ['Ｏｋａｆｏｒ　Ｌｔｄ．', 'okafor ltd.'],
    ['ﾃｽﾄ会社', 'テスト会社'],
    ['co\u00adoperate', 'cooperate'],
    ['zero\u200bwidth', 'zerowidth'],
    ['col·lecció', 'colleccio', 'col·leccio'],
  ])('finds %j', (text, ...searches) => {
    for (const search of searches) expect([search, matchesSearch([text], search)]).toEqual([search, true]);
  });

  it.each([
    ['Hans Peter', 'hanspeter'],
    ['Hanspeter', 'hans peter'],
    ["D'Angelo", 'dangelo'],
    ['かき', 'がき'],
    ['कि', 'की'],
  ])('in %j does not find %j', (text, search) => {
    expect(matchesSearch([text], search)).toBe(false);
  });

  it('folds a folded text to itself', () => {
    const unit = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constantFrom('l', '·', ' ', '-', '\u0301'));
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const folded = foldForSearch(parts.join(''));
        expect(foldForSearch(folded)).toBe(folded);
      }),
      { seed: jest.getSeed() },
    );
  });
});
