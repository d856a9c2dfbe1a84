import type { BSONRegExp } from 'bson';
import { unsupported } from '../errors.js';

const special = /[\\^$.*+?()[\]{}|]/g;
/** Escape sequences of line ends in the source of a JavaScript RegExp. */
const lineEnds: Record<string, string> = { n: '\n', r: '\r', u2028: '\u2028', u2029: '\u2029' };
const literalOnly = /^(?:[^\\^$.*+?()[\]{}|\0]|\\(?:[^A-Za-z0-9\0]|n|r|u202[89]))*$/u;

export interface TextSearch {
  accepts(value: string): boolean;
  prefix: string;
}

/** Parses a pattern of literal text after an optional `^`; refuses (238) others, which could block the event loop. */
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
