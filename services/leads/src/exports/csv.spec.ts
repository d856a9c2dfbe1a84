import { type CsvValue, csvLine } from './csv.js';

describe('a line of a CSV file', () => {
  it.each<[why: string, value: CsvValue, written: string]>([
    ['plain text', 'Rory Vale', 'Rory Vale'],
    ['nothing', null, ''],
    ['an empty text', '', ''],
    ['a comma', 'Vale, Rory', '"Vale, Rory"'],
    ['a quote', 'the "big" one', '"the ""big"" one"'],
    ['only a quote', '"', '""""'],
    ['a line feed', 'one\ntwo', '"one\ntwo"'],
    ['a carriage return', 'one\rtwo', '"one\rtwo"'],
    ['both', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a semicolon', 'a;b', 'a;b'],
    ['spaces', ' a b ', ' a b '],
    ['an apostrophe', "O'Hara", "O'Hara"],
    ['=', '=1+1', "'=1+1"],
    ['+', '+49 40 123', "'+49 40 123"],
    ['-', '-2+3', "'-2+3"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return in front', '\r=1', '"\'\r=1"'],
    ['a formula with a comma and quotes', '=HYPERLINK("http://a","b")', '"\'=HYPERLINK(""http://a"",""b"")"'],
    ['a sign further in', 'a=b+c-d@e', 'a=b+c-d@e'],
    ['other scripts', 'Zoë 山田 😀 שלום', 'Zoë 山田 😀 שלום'],
    ['a number', 1234.5, '1234.5'],
    ['a negative number, which is none of theirs to forge', -5, '-5'],
  ])('writes %s', (_, value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });

  it('quotes just the value that needs it', () => {
    expect(csvLine(['a', 'b,c', null, '=d', 7])).toBe('a,"b,c",,\'=d,7\r\n');
  });
});
