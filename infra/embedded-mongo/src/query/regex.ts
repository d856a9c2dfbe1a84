import type { BSONRegExp } from 'bson';
import { unsupported } from '../errors.js';

const special = /[\\^$.*+?()[\]{}|]/g;
/** How a JavaScript RegExp writes line ends. */
const lineEnds: Record<string, string> = { n: '\n', r: '\r', u2028: '\u2028', u2029: '\u2029' };
const literalOnly = /^(?:[^\\^$.*+?()[\]{}|\0]|\\(?:[^A-Za-z0-9\0]|n|r|u202[89]))*$/u;

export interface TextSearch {
  /** Accepts the strings that hold the text, or start with it. */
  accepts(value: string): boolean;
  /** What every match starts with byte for byte, or ''. */
  prefix: string;
}

/**
 * Reads a regular expression: literal text (escaped where it must be) after an optional `^`, and the option `i`. All
 * else is refused: nothing is approximated, and no pattern from outside can hold up the event loop.
 */
export function parseRegex({ pattern, options }: BSONRegExp): TextSearch {
  const anchored = pattern.startsWith('^');
  const literal = anchored ? pattern.slice(1) : pattern;
  if (/[^iu]/.test(options) || !literalOnly.test(literal))
    throw unsupported(`The regular expression /${pattern}/${options} (only literal text, ^ and the option i are)`);
  const text = literal.replace(/\\(u202.|.)/gsu, (_, escaped: string) => lineEnds[escaped] ?? escaped);
  if (options.includes('i')) {
    const folded = new RegExp((anchored ? '^' : '') + text.replace(special, '\\$&'), 'iu');
    return { accepts: (value) => folded.test(value), prefix: '' };
  }
  if (anchored) return { accepts: (value) => value.startsWith(text), prefix: text };
  return { accepts: (value) => value.includes(text), prefix: '' };
}
