import { badValue, unsupported } from '../errors.js';

const escapable = /[\^$\\.*+?()[\]{}|/]/;

/**
 * Turns a PCRE pattern, as clients send it, into a JavaScript one of the same meaning: `.` excludes only the line feed,
 * `$` also matches before a final line feed, needless escapes are dropped. What JavaScript lacks (inline options,
 * `\A`, POSIX classes) and every option but `i` is refused, never approximated.
 */
export function compileRegex(pattern: string, options: string): RegExp {
  if (/[^iu]/.test(options)) throw unsupported(`The regular expression option '${options}'`);
  if (pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === '\\') {
      const next = pattern[++i] ?? '';
      const needless = /[^A-Za-z0-9]/.test(next) && !escapable.test(next) && !(inClass && next === '-');
      out += needless ? next : `\\${next}`;
    } else if (inClass) {
      if (char === ']') inClass = false;
      if (char === '[' && /[:.=]/.test(pattern[i + 1] ?? '')) throw unsupported('A POSIX character class');
      out += char === '[' ? '\\[' : char;
    } else if (char === '[') {
      inClass = true;
      out += char;
      if (pattern[i + 1] === '^') out += pattern[++i];
      if (pattern[i + 1] === ']') out += `\\${pattern[++i]}`; // a bracket that comes first is a literal
    } else if (char === '.') out += '[^\\n]';
    else if (char === '$') out += '(?=\\n?(?![\\s\\S]))';
    else out += char;
  }
  try {
    return new RegExp(out, options.includes('i') ? 'iu' : 'u');
  } catch (error) {
    throw badValue(`Regular expression is invalid or not supported: /${pattern}/: ${(error as Error).message}`);
  }
}

/** The literal text every match must start with, or '' when the pattern is not anchored or ignores case. */
export function literalPrefix(pattern: string, options: string): string {
  if (!pattern.startsWith('^') || options.includes('i') || pattern.includes('|')) return '';
  let prefix = '';
  for (let i = 1; i < pattern.length; i++) {
    let char = pattern[i]!;
    if (char === '\\') {
      char = pattern[++i] ?? '';
      if (!/[^A-Za-z0-9]/.test(char)) break;
    } else if (/[\^$.*+?()[\]{}|]/.test(char)) break;
    if (/[*?{]/.test(pattern[i + 1] ?? '')) break;
    prefix += char;
  }
  const last = prefix.charCodeAt(prefix.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? prefix.slice(0, -1) : prefix;
}
