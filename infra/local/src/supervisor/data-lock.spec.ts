import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataHeldError, type LockHolder, lockData, lockHolder } from './data-lock.js';
import { identify } from './process-identity.js';

let folder: string;
let path: string;
let sleeper: ChildProcess | undefined;

const write = (holder: Partial<LockHolder>): void =>
  writeFileSync(path, JSON.stringify({ url: 'http://localhost:4200', since: '2026-01-02T03:04:05.000Z', ...holder }));

const sleep = (): number => {
  sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
  return sleeper.pid!;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-lock-'));
  path = join(folder, 'lock.json');
});

afterEach(() => {
  sleeper?.kill('SIGKILL');
  sleeper = undefined;
  rmSync(folder, { recursive: true, force: true });
});

it('holds the data lock until it is released', () => {
  const lock = lockData(folder, 'http://localhost:4200');
  expect(lockHolder(folder)).toMatchObject({ pid: process.pid, url: 'http://localhost:4200' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  lock.release();
  expect(existsSync(path)).toBe(false);
  lockData(folder, 'http://localhost:4200').release();
});

it('names the running holder of the data lock', () => {
  write(identify(sleep()));
  const attempt = () => lockData(folder, 'http://localhost:4300');
  expect(attempt).toThrow(DataHeldError);
  expect(attempt).toThrow(
    `${folder} is held by process ${sleeper?.pid}, since 2026-01-02T03:04:05.000Z, at http://localhost:4200`,
  );
});

it('replaces the lock of a dead process', async () => {
  const holder = identify(sleep());
  sleeper?.kill('SIGKILL');
  await once(sleeper!, 'exit');
  write(holder);
  lockData(folder, 'http://localhost:4300');
  expect(lockHolder(folder)?.url).toBe('http://localhost:4300');
});

it("replaces the lock if the holder's process id was reused", () => {
  write({ pid: sleep(), startedAt: 'long ago' });
  lockData(folder, 'http://localhost:4300');
  expect(lockHolder(folder)?.pid).toBe(process.pid);
});

it('replaces a truncated lock and leaves no other file', () => {
  writeFileSync(path, '{"pid": 1');
  lockData(folder, 'http://localhost:4300').release();
  expect(existsSync(path)).toBe(false);
});

it('ignores the claim of a process that died while replacing the lock', () => {
  write({ pid: sleep(), startedAt: 'long ago' });
  const dead = readFileSync(path, 'utf8');
  const claim = `${path}.claim-${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  writeFileSync(claim, JSON.stringify({ pid: sleeper?.pid, startedAt: 'long ago' }));
  lockData(folder, 'http://localhost:4300');
  expect(lockHolder(folder)?.url).toBe('http://localhost:4300');
  expect(existsSync(claim)).toBe(false);
});

it("does not release another process's lock", () => {
  const lock = lockData(folder, 'http://localhost:4200');
  write(identify(sleep()));
  lock.release();
  expect(lockHolder(folder)?.pid).toBe(sleeper?.pid);
});
