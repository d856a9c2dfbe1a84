import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { BSON, BSONError } from 'bson';
import { checksumBytes, matchesChecksum, seedOf } from './checksum.js';
import type { CollectionMeta } from './collection.js';
import { damageAdvice, formatKey } from './store.js';

/** Layout of an LMDB file (mdb.c of liblmdb 0.9.90: MDB_page_header, MDB_meta, MDB_node, MDB_ovpage). */
const headerBytes = 24;
const nodeBytes = 8;
const magic = 0xbeefc0de;
const dataVersion = 2;
const flags = { branch: 1, leaf: 2, overflow: 4, meta: 8 };
const kindFlags = 0x6f;
const bigData = 1;
const noPage = 0xffff_ffff_ffff_ffffn;
const [metaAt, freeTreeAt, mainTreeAt, txnAt] = [headerBytes, headerBytes + 24, headerBytes + 72, headerBytes + 128];
const catalogSpace = 0;

/** The data file is too damaged to be opened; the message names the file, the damage and what to do. */
export class DamagedFileError extends Error {}

interface Tree {
  root: bigint;
  depth: number;
  entries: bigint;
}

interface Damage {
  /** Space of the damaged entry or of the first key below the page, if known; undefined in LMDB's tree of free pages. */
  space?: number | 'unknown';
  /** Only a value is damaged; its tree is sound. */
  ofValue: boolean;
  what: string;
}

class FileCheck {
  readonly damage: Damage[] = [];
  readonly collections: CollectionMeta[] = [];
  pageBytes = 4096;
  private hasChecksums = false;
  private previous: Buffer = Buffer.alloc(0);
  private entries = 0n;
  private readonly seen = new Set<number>();

  constructor(
    private readonly fd: number,
    private readonly fileBytes: number,
    private readonly isHeld: (lock: Buffer) => boolean,
  ) {}

  readHeader(): { free: Tree; main: Tree } {
    const first = this.readMeta(0);
    const second = this.readMeta(this.pageBytes);
    const newest = first.readBigUInt64LE(txnAt) > second.readBigUInt64LE(txnAt) ? first : second;
    return { free: treeAt(newest, freeTreeAt), main: treeAt(newest, mainTreeAt) };
  }

  private readMeta(at: number): Buffer {
    const bytes = Buffer.alloc(headerBytes + 144);
    if (this.read(bytes, at) < bytes.length) throw new Error(`it has only ${this.fileBytes} bytes`);
    const isMeta = bytes.readUInt16LE(18) === flags.meta && bytes.readUInt32LE(metaAt) === magic;
    if (!isMeta || bytes.readUInt32LE(metaAt + 4) !== dataVersion)
      throw new Error(`the header at byte ${at} is invalid`);
    const size = bytes.readUInt32LE(freeTreeAt);
    if (size < 512 || size > 65_536 || (size & (size - 1)) !== 0) throw new Error(`a page size of ${size} bytes`);
    if (at > 0 && size !== this.pageBytes) throw new Error('its headers have different page sizes');
    this.pageBytes = size;
    return bytes;
  }

  private read(into: Buffer, at: number): number {
    return at + into.length > this.fileBytes ? 0 : readSync(this.fd, into, 0, into.length, at);
  }

  /** @returns false if another process has locked the folder and may change what is being read */
  checkTree(tree: Tree, isMain: boolean): boolean {
    if (tree.root === noPage) return true;
    this.entries = 0n;
    const before = this.damage.length;
    if (!this.checkPage(Number(tree.root), 1, tree.depth, isMain, Buffer.alloc(0))) return false;
    if (this.damage.length === before && this.entries !== tree.entries)
      this.damage.push({
        ...(isMain && { space: 'unknown' }),
        ofValue: false,
        what: `it holds ${this.entries} entries of ${tree.entries}`,
      });
    return true;
  }

  private checkPage(number: number, level: number, depth: number, isMain: boolean, from: Buffer): boolean {
    const report = (what: string): true => {
      const space = isMain && from.length >= 4 ? from.readUInt32BE() : isMain ? catalogSpace : undefined;
      this.damage.push({ space, ofValue: false, what: `page ${number} ${what}` });
      return true;
    };
    const page = Buffer.allocUnsafe(this.pageBytes);
    if (number < 2 || this.seen.has(number)) return report('is linked twice or is a header');
    if (this.read(page, number * this.pageBytes) < page.length) return report('lies beyond the end of the file');
    this.seen.add(number);
    const kind = level === depth ? flags.leaf : flags.branch;
    const [pageFlags, lower, upper] = [page.readUInt16LE(18) & kindFlags, page.readUInt16LE(20), page.readUInt16LE(22)];
    if (page.readBigUInt64LE(0) !== BigInt(number) || pageFlags !== kind) return report('has a damaged header');
    if (lower % 2 || lower > upper || upper > this.pageBytes - headerBytes) return report('has a damaged header');
    for (let at = headerBytes; at < headerBytes + lower; at += 2) {
      const node = page.readUInt16LE(at) + headerBytes;
      if (node < headerBytes + upper || node + nodeBytes > page.length) return report('has a damaged entry');
      const key = node + nodeBytes;
      const value = key + page.readUInt16LE(node + 6);
      if (value > page.length) return report('has a damaged entry');
      const size = page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536;
      if (kind === flags.leaf) {
        const nodeFlags = page.readUInt16LE(node + 4);
        const isBig = nodeFlags === bigData;
        if ((nodeFlags !== 0 && !isBig) || value + (isBig ? 24 : size) > page.length)
          return report('has a damaged entry');
        this.entries++;
        if (!isMain) continue;
        if (page.compare(this.previous, 0, this.previous.length, key, value) <= 0) return report('is out of order');
        this.previous = page.subarray(key, value);
        const stored = isBig ? this.readOverflow(page, value, size) : page.subarray(value, value + size);
        if (!stored) return report('has a damaged large value');
        try {
          if (!this.checkEntry(this.previous, stored)) return false;
        } catch (error) {
          if (!(error instanceof BSONError)) throw error;
          return report('has a damaged catalog entry');
        }
        continue;
      }
      const child = size + page.readUInt16LE(node + 4) * 2 ** 32;
      const bound = key === value ? from : page.subarray(key, value);
      if (!this.checkPage(child, level + 1, depth, isMain, bound)) return false;
    }
    return true;
  }

  private readOverflow(page: Buffer, at: number, size: number): Buffer | undefined {
    const number = Number(page.readBigUInt64LE(at));
    if (size > this.fileBytes) return undefined;
    const bytes = Buffer.allocUnsafe(headerBytes + size);
    const isRead = number > 1 && this.read(bytes, number * this.pageBytes) === bytes.length;
    const isValid =
      isRead && bytes.readBigUInt64LE(0) === BigInt(number) && (bytes.readUInt16LE(18) & kindFlags) === flags.overflow;
    return isValid ? bytes.subarray(headerBytes) : undefined;
  }

  private checkEntry(key: Buffer, stored: Buffer): boolean {
    const space = key.length >= 4 ? key.readUInt32BE() : catalogSpace;
    if (key.equals(formatKey)) this.hasChecksums = true;
    if (this.hasChecksums && !matchesChecksum(seedOf(key), stored, stored.length))
      this.damage.push({ space, ofValue: stored.length > checksumBytes, what: `an entry of ${key.length} bytes` });
    else if (space === catalogSpace) return this.checkCatalogEntry(key, stored);
    return true;
  }

  private checkCatalogEntry(key: Buffer, stored: Buffer): boolean {
    const kind = String.fromCharCode(key[4] ?? 0);
    if (kind !== 'c' && kind !== 'l') return true;
    // Uses the document's own length: the entry that announces checksums may be on a damaged page.
    const value = stored.subarray(0, stored.length < 5 ? 0 : stored.readInt32LE(0));
    if (kind === 'l') return !this.isHeld(value);
    this.collections.push(BSON.deserialize(value) as unknown as CollectionMeta);
    return true;
  }
}

const treeAt = (meta: Buffer, at: number): Tree => ({
  depth: meta.readUInt16LE(at + 6),
  entries: meta.readBigUInt64LE(at + 32),
  root: meta.readBigUInt64LE(at + 40),
});

function nameOf({ space }: Damage, collections: CollectionMeta[]): string {
  if (space === 'unknown') return 'a collection, an index or the catalog';
  for (const { ns, space: records, indexes } of collections) {
    if (records === space) return `collection ${ns}`;
    const index = indexes.find((each) => each.space === space);
    if (index) return `index ${index.name} of collection ${ns}`;
  }
  return space === catalogSpace ? 'the catalog' : space === undefined ? 'the list of free pages' : 'dropped data';
}

/**
 * Checks headers, pages, key order and checksums before LMDB maps the file: a damaged page could crash the process.
 * @param isHeld whether a stored lock names another running process; if so, the check stops without a result
 * @returns collections with damaged documents in a sound file: only reads of these documents fail
 * @throws DamagedFileError if the file is truncated, or its structure, an index or the catalog is damaged
 */
export function checkDataFile(folder: string, isHeld: (lock: Buffer) => boolean): string[] {
  const file = path.join(folder, 'data.mdb');
  if (!existsSync(file)) return [];
  const fd = openSync(file, 'r');
  try {
    const check = new FileCheck(fd, fstatSync(fd).size, isHeld);
    let trees: ReturnType<FileCheck['readHeader']>;
    try {
      trees = check.readHeader();
    } catch (error) {
      throw new DamagedFileError(`the data file ${file} is damaged: ${(error as Error).message}. ${damageAdvice}`);
    }
    if (!check.checkTree(trees.main, true) || !check.checkTree(trees.free, false)) return [];
    const { damage, collections } = check;
    const names = (list: Damage[]): string[] => [...new Set(list.map((each) => nameOf(each, collections)))];
    const isRecord = ({ space }: Damage): boolean => collections.some((each) => each.space === space);
    const fatal = damage.filter((each) => !(each.ofValue && isRecord(each)));
    if (fatal.length === 0) return names(damage);
    const what = `${names(fatal).join(', ')} (${fatal[0]!.what})`;
    throw new DamagedFileError(`the data file ${file} is damaged in ${what}. ${damageAdvice}`);
  } finally {
    closeSync(fd);
  }
}
