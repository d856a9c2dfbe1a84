// The two files of a bundle, which run.cjs reads.
import { createHash } from 'node:crypto';

const nonAscii = /[^\0-\x7f]/g;

/**
 * Returns a script of one function expression, in ASCII, because V8 stores a string with other characters in twice the
 * memory. Its first line is part of the first line of `code`, so that lines are those of the source map; its last line
 * is the hash of the content.
 */
export function bundled(code) {
  const ascii = code
    .replace(/^\/\/# sourceMappingURL=.*$/m, '')
    .replace(nonAscii, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const script = `(function (exports, require, module, __filename, __dirname, entry) {${ascii}\n})\n`;
  return `${script}//${createHash('sha256').update(script).digest('hex')}`;
}

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((character, value) => [
    character.charCodeAt(0),
    value,
  ]),
);

/** Yields the segments of a source map's mappings, as [generated line, generated column, source, line], all from 0. */
function* segments(mappings) {
  let [generatedLine, column, source, line] = [0, 0, 0, 0];
  let fields = [];
  let [value, shift] = [0, 0];
  for (let index = 0; index <= mappings.length; index++) {
    const code = mappings.charCodeAt(index);
    const digit = digits.get(code);
    if (digit !== undefined) {
      value += (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      fields.push(value & 1 ? -(value >> 1) : value >> 1);
      [value, shift] = [0, 0];
      continue;
    }
    if (fields.length > 0) {
      column += fields[0];
      if (fields.length > 1) {
        source += fields[1];
        line += fields[2];
        yield [generatedLine, column, source, line];
      }
      fields = [];
    }
    if (code === 59) {
      generatedLine++;
      column = 0;
    }
  }
}

/**
 * Returns a source map reduced to lines, in a form that is searched without being parsed: a header of two 32-bit
 * numbers (bytes of the names, records), the sources' names as JSON padded to four bytes, and a record of four 32-bit
 * numbers wherever the source line changes: generated line and column, source, line, all from 0.
 */
export function lineTable({ sources, mappings }) {
  const numbers = [];
  let [lastSource, lastLine, lastGenerated] = [-1, -1, -1];
  for (const [generated, column, source, line] of segments(mappings)) {
    if (source === lastSource && line === lastLine && generated === lastGenerated) continue;
    numbers.push(generated, column, source, line);
    [lastSource, lastLine, lastGenerated] = [source, line, generated];
  }
  const json = JSON.stringify(sources);
  const names = Buffer.from(json.padEnd(json.length + ((4 - (Buffer.byteLength(json) % 4)) % 4)));
  const header = Buffer.from(Int32Array.of(names.length, numbers.length / 4).buffer);
  return Buffer.concat([header, names, Buffer.from(Int32Array.from(numbers).buffer)]);
}
