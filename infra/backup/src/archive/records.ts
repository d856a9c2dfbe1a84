import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { extract } from 'tar-stream';
import type { Part } from './manifest.js';

/** Yields the values of a file with one JSON value per line. @throws SyntaxError */
export async function* jsonLines<T>(content: Readable): AsyncIterable<T> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest !== '') throw new SyntaxError('the last line is incomplete');
}

/** Returns a value as a line of `jsonLines`. */
export function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Reads a part to its end, and returns its number of records. @throws Error if it cannot be read */
export async function countRecords(kind: Part['kind'], content: Readable): Promise<number> {
  let records = 0;
  if (kind === 'objects') {
    const entries = extract();
    entries.on('entry', (_header, entry, next) => {
      records += 1;
      entry.on('end', next);
      entry.resume();
    });
    await pipeline(content, entries);
  } else if (kind === 'documents' || kind === 'redis') {
    for await (const _ of jsonLines(content)) records += 1;
  } else {
    await pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() }));
    records = 1;
  }
  return records;
}
