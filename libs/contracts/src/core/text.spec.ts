import type { z } from 'zod';
import {
  arrayOf,
  day,
  emailAddress,
  line,
  money,
  number,
  optional,
  optionalChoice,
  optionalFormat,
  paragraphs,
  requiredLine,
  requiredParagraphs,
  text,
  urlLimit,
  webAddress,
} from './text.js';

const parsed = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : error?.issues.map(({ message }) => message);
};

const missing = 'Amount is required';

it.each([
  [number(missing), -1.25, -1.25],
  [number(missing), '1', ['Not a number']],
  [number(missing), Number.NaN, ['Not a number']],
  [number(missing), null, [missing]],
  [number(), undefined, ['Not a number']],
  [money(missing), 10.005, 10.01],
  [money(missing), null, [missing]],
  [money(missing), -1, ['Not below 0']],
  [money(missing), 0, 0],
  [money(missing), 1_000_000_000, 1_000_000_000],
  [money(missing), 1_000_000_001, ['At most 1,000,000,000']],
])('the schemas of numbers and amounts parse %p or report the error (case %#)', (schema, value, result) => {
  expect(parsed(schema, value)).toEqual(result);
});

it.each([
  [day('Due is required'), '2026-02-28', '2026-02-28'],
  [day('Due is required'), '2026-02-30', ['Not a date']],
  [day('Due is required'), '', ['Due is required']],
  [day('Due is required'), undefined, ['Due is required']],
  [optionalFormat(day(), 'Not a date'), '', null],
  [optionalFormat(day(), 'Not a date'), undefined, undefined],
  [optionalFormat(day(), 'Not a date'), 'tomorrow', ['Not a date']],
  [optionalFormat(webAddress('Site is required'), 'Invalid URL'), '', null],
  [optionalFormat(webAddress('Site is required'), 'Invalid URL'), 'javascript:alert(1)', ['Invalid URL']],
  [webAddress('Site is required'), ' ', ['Site is required']],
  [webAddress('Site is required'), ' https://example.com/a ', 'https://example.com/a'],
])('the schemas of dates and web addresses parse %p or report the error (case %#)', (schema, value, result) => {
  expect(parsed(schema, value)).toEqual(result);
});

it.each([
  'http://example.com',
  'HTTPS://example.com',
  `https://example.com/${'a'.repeat(urlLimit - 'https://example.com/'.length)}`,
])('a web address may be %j', (address) => {
  expect(webAddress('Site is required').safeParse(address).success).toBe(true);
});

it.each([
  'ftp://example.com',
  'javascript:alert(1)//https://example.com',
  'data:text/html,https://example.com',
  'https:/example.com',
  'https://',
  'x https://example.com',
  'https://maya@example.com',
  'https://:secret@example.com',
  `https://example.com/${'a'.repeat(urlLimit)}`,
])('a web address may not be %j', (address) => {
  expect(webAddress('Site is required').safeParse(address).success).toBe(false);
});

const texts = { line, paragraphs, requiredLine: requiredLine.bind(null, 'Missing') };
const requiredTexts = { requiredLine, requiredParagraphs };

it.each(Object.entries({ ...texts, requiredParagraphs: requiredParagraphs.bind(null, 'Missing') }))(
  '%s is trimmed before its length is measured, and refuses NUL and lone surrogates anywhere',
  (_name, schemaOf) => {
    const schema = schemaOf(3);
    expect(parsed(schema, ' \nabc \t')).toBe('abc');
    expect(parsed(schema, 'abcd')).toEqual(['At most 3 characters']);
    for (const value of ['\0b', 'a\0b', 'a\0', '\ud800b', 'a\udfff'])
      expect(parsed(schema, value)).toEqual(['Contains characters that cannot be stored']);
  },
);

it.each(Object.entries(requiredTexts))('%s reports the same error for an empty, blank or missing text', (_name, of) => {
  for (const value of ['', ' \n', undefined, null, 1]) expect(parsed(of('Missing'), value)).toEqual(['Missing']);
});

it('a line refuses control characters, which paragraphs may contain', () => {
  for (const value of ['a\nb', 'a\rb', 'a\tb', 'a\u0085b']) {
    expect(parsed(line(), value)).toEqual(['Contains characters that cannot be stored']);
    expect(parsed(requiredLine('Missing'), value)).toEqual(['Contains characters that cannot be stored']);
    expect(parsed(paragraphs(), value)).toBe(value);
  }
});

it('lines have at most 254 characters and paragraphs 10,000 by default', () => {
  for (const [schema, limit] of [
    [line(), 254],
    [requiredLine('Missing'), 254],
    [paragraphs(), 10_000],
    [requiredParagraphs('Missing'), 10_000],
  ] as const) {
    expect(parsed(schema, 'x'.repeat(limit))).toHaveLength(limit);
    expect(parsed(schema, 'x'.repeat(limit + 1))).toEqual([`At most ${limit.toLocaleString('en-US')} characters`]);
  }
});

it('an email address has at most 254 characters, and no second address, name or control character in it', () => {
  const longest = `${'a'.repeat(248)}@b.com`;
  expect(parsed(emailAddress, longest)).toBe(longest);
  for (const address of [
    `a${longest}`,
    'a@b,c@d',
    'a@b;c',
    '<a@b>',
    'a@b>',
    'a,b@c',
    'a@b c',
    'a b@c',
    '\0a@b',
    'a@b\0c',
  ])
    expect(parsed(emailAddress, address)).toEqual(['Invalid email address']);
});

it.each(['.', '@', '?', '@?'])('a long text of %j in place of an address is refused at once', (part) => {
  expect(parsed(emailAddress, `${part.repeat(100_000)}x`)).toContain('Invalid email address');
});

it.each([
  ['ada\u200b@example.com', 'ada@example.com'],
  ['\ufeffada@exam\u00adple.com\u200e', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ['MAILTO: ada@example.com', ['Invalid email address']],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@例え。jp', 'ada@例え.jp'],
  ['ada@example.com..', 'ada@example.com'],
  ['mailto:ada@example.com?subject=Hi', 'ada@example.com'],
  ['what?ada@example.com', 'what?ada@example.com'],
  ['ada\ufe0f@exam\u034fple.com\u3164', 'ada@example.com'],
  ['\u2800ada@example.com', 'ada@example.com'],
  ['\u200b', ['Email is required']],
])('the address %j is cleaned of what was copied with it', (typed, address) => {
  expect(parsed(emailAddress, typed)).toEqual(address);
});

it('an optional text or choice is null if empty, and stays absent if absent, so that a patch does not clear it', () => {
  for (const schema of [optional(line()), optionalChoice(['a', 'b'], 'Unknown'), optionalFormat(day(), 'Not a date')])
    expect(['', null, undefined].map((value) => parsed(schema, value))).toEqual([null, null, undefined]);
  expect(parsed(optional(line()), 'a')).toBe('a');
  expect(parsed(optionalChoice(['a', 'b'], 'Unknown'), 'b')).toBe('b');
  expect(parsed(optionalChoice(['a', 'b'], 'Unknown'), 'c')).toEqual(['Unknown']);
});

it('the error of a wrong type is the only one, for texts and for lists', () => {
  expect(parsed(text('Missing').max(1), { length: 2 })).toEqual(['Missing']);
  expect(parsed(arrayOf(text()).max(1), { length: 2 })).toHaveLength(1);
  expect(parsed(arrayOf(text().max(1)), ['ab', 1])).toHaveLength(2);
});
