import { crc32 } from 'node:zlib';

export const checksumBytes = 4;

/** Returns the FNV-1a hash of a key, which seeds the CRC-32 of its value and is the checksum of an empty value. */
export function seedOf(key: Uint8Array, from = 0, to = key.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ key[at]!, 0x01000193);
  return hash >>> 0;
}

export function withChecksum(key: Uint8Array, value: Uint8Array): Buffer {
  const stored = Buffer.allocUnsafe(value.length + checksumBytes);
  stored.set(value);
  stored.writeUInt32LE(value.length ? crc32(value, seedOf(key)) : seedOf(key), value.length);
  return stored;
}

/** Returns whether a stored value, the first `size` bytes, ends with its checksum. @param seed `seedOf` its key */
export function matchesChecksum(seed: number, bytes: Uint8Array, size: number): boolean {
  const end = size - checksumBytes;
  if (end < 0) return false;
  const stored = (bytes[end]! | (bytes[end + 1]! << 8) | (bytes[end + 2]! << 16) | (bytes[end + 3]! << 24)) >>> 0;
  // lmdb overrides `length` of its reusable buffer; crc32 would read all of it.
  return stored === (end ? crc32(Uint8Array.prototype.subarray.call(bytes, 0, end), seed) : seed);
}
