import { crc32 } from 'node:zlib';

/** Bytes of the checksum at the end of every stored value. */
export const checksumBytes = 4;

/**
 * The key's FNV-1a hash, which the value's CRC-32 starts from: a value that lies under another key does not match, and
 * an entry without a value, as those of indexes, has its key checked.
 */
export function seedOf(key: Uint8Array, from = 0, to = key.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ key[at]!, 0x01000193);
  return hash >>> 0;
}

/** The value as it is stored: with the checksum of key and value after it. */
export function withChecksum(key: Uint8Array, value: Uint8Array): Buffer {
  const stored = Buffer.allocUnsafe(value.length + checksumBytes);
  stored.set(value);
  stored.writeUInt32LE(value.length ? crc32(value, seedOf(key)) : seedOf(key), value.length);
  return stored;
}

/**
 * Compares a stored value with the checksum at its end.
 * @param bytes a buffer that begins with the stored value
 * @param size of the stored value, the checksum included
 */
export function matchesChecksum(seed: number, bytes: Uint8Array, size: number): boolean {
  const end = size - checksumBytes;
  if (end < 0) return false;
  const stored = (bytes[end]! | (bytes[end + 1]! << 8) | (bytes[end + 2]! << 16) | (bytes[end + 3]! << 24)) >>> 0;
  // lmdb's reusable buffer has a `length` of its own: crc32 would read all of it.
  return stored === (end ? crc32(Uint8Array.prototype.subarray.call(bytes, 0, end), seed) : seed);
}
