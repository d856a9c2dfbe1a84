import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** An entity tag of a file's bytes, without quotes: 128 bits of their SHA-256. */
export async function etagOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest().subarray(0, 16).toString('base64url');
}
