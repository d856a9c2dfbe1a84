import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './json-file.js';
import { identify, isAlive, type ProcessIdentity } from './process-identity.js';

export interface LockHolder extends ProcessIdentity {
  url: string;
  /** Time of the lock, in ISO 8601. */
  since: string;
}

export class DataHeldError extends Error {
  override name = 'DataHeldError';
  constructor(
    readonly dataDir: string,
    readonly holder: LockHolder,
  ) {
    super(`${dataDir} is held by process ${holder.pid}, since ${holder.since}, at ${holder.url}`);
  }
}

export interface DataLock {
  release(): void;
}

const code = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Creates a JSON file; false if it exists. A complete draft is linked, so that it never appears half-written. */
function createIfAbsent(path: string, content: unknown): boolean {
  const draft = `${path}.${process.pid}.draft`;
  writeJson(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (code(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces the lock of a dead process; returns whether it did. Of several processes only the one that creates the claim
 * file continues, and it rereads the lock, which may have been replaced before the claim.
 */
function replaceDead(path: string, dead: string, mine: LockHolder): boolean {
  const claim = `${path}.claim-${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  if (!createIfAbsent(claim, mine)) {
    const claimant = readJson<LockHolder>(claim);
    if (claimant && !isAlive(claimant)) rmSync(claim, { force: true });
    return false;
  }
  try {
    if (readText(path) !== dead) return false;
    const draft = `${path}.${process.pid}.draft`;
    writeJson(draft, mine);
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (code(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Locks the data folder; replaces the lock of a process that has ended. @param url address or command of this process,
 * for the message to others @throws DataHeldError while another holder runs
 */
export function lockData(dataDir: string, url: string): DataLock {
  const path = join(dataDir, 'lock.json');
  const mine: LockHolder = { ...identify(process.pid), url, since: new Date().toISOString() };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (createIfAbsent(path, mine)) return { release: () => release(path, mine) };
    const text = readText(path);
    if (text === undefined) continue;
    const holder = readJson<LockHolder>(path);
    if (holder && isAlive(holder)) throw new DataHeldError(dataDir, holder);
    if (replaceDead(path, text, mine)) return { release: () => release(path, mine) };
  }
  throw new Error(`${path} changes hands all the time; remove it if no Docfolio runs on this data.`);
}

export function lockHolder(dataDir: string): LockHolder | undefined {
  const holder = readJson<LockHolder>(join(dataDir, 'lock.json'));
  return holder && isAlive(holder) ? holder : undefined;
}

function release(path: string, mine: LockHolder): void {
  const holder = readJson<LockHolder>(path);
  if (holder?.pid === mine.pid && holder.startedAt === mine.startedAt) rmSync(path, { force: true });
}
