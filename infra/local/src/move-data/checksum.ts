import { createHash } from 'node:crypto';

const modulus = 1n << 256n;

/** Returns the SHA-256 of the parts, each preceded by its length, so that no two lists of parts have the same input. */
export function digestOf(parts: Iterable<string | Buffer>): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(`${Buffer.byteLength(part)}:`);
    hash.update(part);
  }
  return hash.digest();
}

/** Order-independent checksum of a set: the sum of SHA-256 digests modulo 2^256 (XOR would cancel duplicates). */
export class SetChecksum {
  private sum = 0n;
  private members = 0;

  add(digest: Buffer): void {
    this.sum = (this.sum + BigInt(`0x${digest.toString('hex')}`)) % modulus;
    this.members += 1;
  }

  get count(): number {
    return this.members;
  }

  get value(): string {
    return this.sum.toString(16).padStart(64, '0');
  }

  equals(other: SetChecksum): boolean {
    return this.sum === other.sum && this.members === other.members;
  }
}
