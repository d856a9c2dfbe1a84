import { type CsvValue, csvLine } from './csv.js';

describe('a line of a CSV file', () => {
  it.each<[why: string, value: CsvValue, written: string]>([
    ['plain text', 'Rory Vale', 'Rory Vale'],
    ['null', null, ''],
    ['an empty text', '', ''],
    ['a comma', 'Vale, Rory', '"Vale, Rory"'],
    ['a quote', 'the "big" one', '"the ""big"" one"'],
    ['only a quote', '"', '""""'],
    ['a line feed', 'one\ntwo', '"one\ntwo"'],
    ['a carriage return', 'one\rtwo', '"one\rtwo"'],
    ['a carriage return and line feed', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a semicolon', 'a;b', 'a;b'],
    ['spaces', ' a b ', ' a b '],
    ['an apostrophe', "O'Hara", "O'Hara"],
    ['=', '=1+1', "'=1+1"],
    ['+', '+49 40 123', "'+49 40 123"],
    ['-', '-2+3', "'-2+3"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['full-width =', '＝1+1', "'＝1+1"],
    ['full-width +', '＋1', "'＋1"],
    ['full-width -', '－1', "'－1"],
    ['full-width @', '＠SUM(A1)', "'＠SUM(A1)"],
    ['a tab', '\t=1', "'\t'=1"],
    ['a carriage return in front', '\r=1', '"\'\r\'=1"'],
    ['a formula after a semicolon', 'a;=1+1', "a;'=1+1"],
    ['formulas after semicolons and spaces', 'a; =1;\t+2;b', "a;' =1;\t'+2;b"],
    ['a formula after a semicolon and a quote', 'a;"=1+1', '"a;\'""=1+1"'],
    ['a full-width formula after a semicolon', 'a;＝1+1', "a;'＝1+1"],
    ['a formula after a tab', 'a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a formula on a second line', 'a\n-2+3', '"a\n\'-2+3"'],
    ['a formula with a comma and quotes', '=HYPERLINK("http://a","b")', '"\'=HYPERLINK(""http://a"",""b"")"'],
    ['a sign further in', 'a=b+c-d@e', 'a=b+c-d@e'],
    ['other scripts', 'Zoë 山田 😀 שלום', 'Zoë 山田 😀 שלום'],
    ['a number', 1234.5, '1234.5'],
    ['a negative number without an apostrophe', -5, '-5'],
  ])('writes %s', (_, value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });

  it('writes a text of 400,000 separators in less than 5 s', () => {
    const of = (length: number) => {
      const text = `a${';'.repeat(length)}${'\n'.repeat(length)}b`;
      const began = performance.now();
      csvLine([text]);
      return performance.now() - began;
    };
    of(1_000);
    expect(of(200_000)).toBeLessThan(5_000);
  });

  it('quotes only the value that needs it', () => {
    expect(csvLine(['a', 'b,c', null, '=d', 7])).toBe('a,"b,c",,\'=d,7\r\n');
  });
});
