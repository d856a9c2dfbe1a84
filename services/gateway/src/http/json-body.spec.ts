import type { ProblemError } from '@docfolio/contracts/core/problem';
import { maxBodyDepth, parseJsonBody } from './json-body.js';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

function refusal(text: string | Buffer): ProblemError {
  try {
    parseJsonBody(Buffer.from(text as string));
  } catch (error) {
    return error as ProblemError;
  }
  throw new Error('was accepted');
}

describe('a JSON body', () => {
  it('is parsed unchanged, emoji and right-to-left text included', () => {
    expect(parse('{"name":"שלום 👩‍💻","n":[1,null,true]}')).toEqual({ name: 'שלום 👩‍💻', n: [1, null, true] });
    expect(parse('{"name":"\\ud83d\\ude00"}')).toEqual({ name: '😀' });
  });

  it('is an empty object if it is empty', () => {
    expect(parse('')).toEqual({});
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '{"a":1} {}'])('is refused if malformed: %s', (text) => {
    expect(refusal(text).code).toBe('malformed_body');
  });

  it('is refused unless it is UTF-8', () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22])).code).toBe('malformed_body');
  });

  it(`may nest ${maxBodyDepth} levels and no more`, () => {
    expect(() => parse(nested(maxBodyDepth))).not.toThrow();
    expect(refusal(nested(maxBodyDepth + 1)).code).toBe('malformed_body');
    expect(refusal('['.repeat(1_000) + ']'.repeat(1_000)).code).toBe('malformed_body');
    expect(refusal('['.repeat(50_000) + ']'.repeat(50_000)).code).toBe('malformed_body');
  });

  it.each([
    ['{"lead":{"name":"a\\u0000b"}}', 'lead.name'],
    ['{"name":"\\ud800"}', 'name'],
    ['{"tags":["fine","\\udfff"]}', 'tags.1'],
    ['{"na\\u0000me":"fine"}', ''],
  ])('is refused with the path of text that cannot be stored: %s', (text, path) => {
    expect(refusal(text)).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  });

  it.each(['{"__proto__":{"admin":true}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{}}}'])(
    'is refused with a key that could change a prototype: %s',
    (text) => {
      expect(refusal(text).code).toBe('malformed_body');
    },
  );
});
