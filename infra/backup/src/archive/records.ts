import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { isObjectName } from '@docfolio/service-kit/object-store/object-store';
import { extract } from 'tar-stream';
import { BackupError } from '../backup-error.js';
import type { Part } from './manifest.js';
import { isCompressed } from './part-name.js';

/** Characters of a line. The largest document, 16 MB, has 96 Mi of them if each byte is written as an escape. */
const lineLimit = 128 * 1024 * 1024;

/**
 * Yields the values of a file with one JSON value per line.
 * @throws SyntaxError @throws RangeError if a line is longer than that of any document
 */
export async function* jsonLines<T>(content: Readable): AsyncIterable<T> {
  const decoder = new StringDecoder('utf8');
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of content) {
    const [first = '', ...lines] = decoder.write(chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > lineLimit) throw new RangeError('a line is longer than that of any document');
    for (const line of lines) {
      yield JSON.parse(begun.join(''));
      begun = [line];
      length = line.length;
    }
  }
  if (length > 0) throw new SyntaxError('the last line is incomplete');
}

/** Returns a value as a line of `jsonLines`. */
export function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Returns the text of a small file. @throws BackupError as soon as it has more than `limit` bytes */
export async function boundedText(name: string, content: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > limit) throw new BackupError(`${name} is damaged: it has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * How far a part may expand of which nothing proves who wrote it: JSON becomes 5 to 50 times smaller by compression, and up to
 * 1,000 times only if it was made to take the time and disk of who restores it.
 */
const expansion = { factor: 200, bytes: 64 * 1024 * 1024 };

/** Returns a stream that fails as soon as a decompressed part is larger than what its size allows. */
export function expansionLimit({ name, bytes }: Part): Transform {
  const limit = expansion.bytes + bytes * expansion.factor;
  let read = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      if (read > limit) done(new BackupError(`${name} is refused: ${bytes} bytes expand to more than ${limit}.`));
      else done(null, chunk);
    },
  });
}

/**
 * Reads a part, and returns its number of records.
 * @throws Error if it cannot be read, or as soon as it has more records than its manifest says
 */
export async function countRecords({ name, kind, records: expected }: Part, content: Readable): Promise<number> {
  let records = 0;
  const count = () => {
    records += 1;
    if (records > expected) throw new BackupError(`${name} is damaged: it holds more than ${expected} records.`);
  };
  if (kind === 'objects') {
    const entries = extract();
    const reading = pipeline(content, entries);
    // The loop below sees its failure.
    reading.catch(() => undefined);
    for await (const entry of entries) {
      count();
      if (!isObjectName(entry.header.name) || entry.header.type !== 'file')
        throw new BackupError(
          `${name} is refused: ${JSON.stringify(entry.header.name.slice(0, 200))} is no name of a file.`,
        );
      entry.resume();
    }
    await reading;
  } else if (isCompressed(kind)) {
    for await (const _ of jsonLines(content)) count();
  } else {
    await pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() }));
    count();
  }
  return records;
}
