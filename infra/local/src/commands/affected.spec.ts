import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeBase } from './affected.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docfolio-affected-'));
  git('init', '--initial-branch=main');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

function commit(name: string): string {
  writeFileSync(join(root, name), '');
  git('add', '.');
  git('commit', '-m', name);
  return git('rev-parse', 'HEAD');
}

it('compares with the last commit while there are uncommitted changes', async () => {
  commit('first');
  commit('second');
  writeFileSync(join(root, 'second'), 'changed');
  expect(await changeBase(root, '')).toBe('HEAD');
  git('checkout', 'second');
  writeFileSync(join(root, 'new'), '');
  expect(await changeBase(root, '')).toBe('HEAD');
});

it('compares a branch with the commit where it left main, main with its second last commit, or with a given commit', async () => {
  const first = commit('first');
  const second = commit('second');
  expect(await changeBase(root, '')).toBe(first);
  git('checkout', '-b', 'branch');
  commit('third');
  expect(await changeBase(root, '')).toBe(second);
  expect(await changeBase(root, 'abc')).toBe('abc');
});
