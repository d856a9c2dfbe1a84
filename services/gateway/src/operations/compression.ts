import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@docfolio/edge/accepted-encoding';

/** Bytes from which a body is compressed; a smaller one fits into one packet. */
export const worthCompressing = 1_024;

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses a text. @param quality Brotli level, 0 to 11 */
export function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body);
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
