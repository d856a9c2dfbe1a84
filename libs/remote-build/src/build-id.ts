import { createHash } from 'node:crypto';
import type { BuildFile, BuildRecord } from '@docfolio/contracts/entities/remote';

/**
 * Returns the id of a build: seven digits of its commit, and eight of the SHA-256 of remote, contract and files. Two
 * builds of one commit have the same id only if they are equal.
 */
export function buildIdOf(described: Pick<BuildRecord, 'remote' | 'commit' | 'contract' | 'files'>): string {
  const { remote, commit, contract, files } = described;
  const hash = createHash('sha256').update(`${remote}\n${contract}\n`);
  for (const { path, size, sha384 } of sorted(files)) hash.update(`${path} ${size} ${sha384}\n`);
  return `${commit.slice(0, 7)}-${hash.digest('hex').slice(0, 8)}`;
}

/** Sorts files by path, independent of the machine's language. */
export function sorted(files: readonly BuildFile[]): BuildFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

/** Returns the SHA-384 of a file's bytes in base64, as in the `integrity` attribute. */
export function sha384(bytes: Uint8Array): string {
  return createHash('sha384').update(bytes).digest('base64');
}
