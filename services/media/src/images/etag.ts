import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Returns an entity tag without quotes: 128 bits of the file's SHA-256. */
export async function etagOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest().subarray(0, 16).toString('base64url');
}
