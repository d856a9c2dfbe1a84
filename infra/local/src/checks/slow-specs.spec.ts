import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listSlowSpecs, slowSpecProblems, slowSpecsFor } from './slow-specs.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docfolio-slow-specs-'));
  write('package.json', JSON.stringify({ workspaces: ['libs/*'] }));
  write('libs/one/package.json', JSON.stringify({ name: 'one' }));
  write('libs/one/src/queue/queue.spec.ts', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const comment = `/**
 * Kills the worker at each step.
 * @subject libs/one/src/queue libs/one/package.json
 * @everyday libs/one/src/queue/queue.spec.ts
 */
`;

it('reads what a slow spec tests, and the spec that covers its ordinary way', () => {
  write('libs/one/src/queue/kills.slow.spec.ts', comment);
  expect(listSlowSpecs(root)).toEqual([
    {
      file: 'libs/one/src/queue/kills.slow.spec.ts',
      folder: 'libs/one',
      subjects: ['libs/one/src/queue', 'libs/one/package.json'],
      everyday: 'libs/one/src/queue/queue.spec.ts',
    },
  ]);
  expect(slowSpecProblems(root)).toEqual([]);
});

it('names slow specs without these tags, and tags that name nothing', () => {
  write('libs/one/src/a.slow.spec.ts', "it('waits', () => undefined);\n");
  write('libs/one/src/b.slow.spec.ts', comment.replace('queue libs', 'gone libs').replace('queue.spec', 'gone.spec'));
  expect(slowSpecProblems(root)).toEqual([
    'libs/one/src/a.slow.spec.ts: its first comment has no @subject',
    'libs/one/src/a.slow.spec.ts: its first comment has no @everyday spec',
    'libs/one/src/b.slow.spec.ts: libs/one/src/gone does not exist',
    'libs/one/src/b.slow.spec.ts: libs/one/src/queue/gone.spec.ts does not exist',
  ]);
});

it('chooses a slow spec when it or its subject has changed', () => {
  write('libs/one/src/queue/kills.slow.spec.ts', comment);
  const chosen = (...changed: string[]) => slowSpecsFor(listSlowSpecs(root), changed).length;
  expect(chosen('libs/one/src/queue/worker.ts')).toBe(1);
  expect(chosen('libs/one/package.json')).toBe(1);
  expect(chosen('libs/one/src/queue/kills.slow.spec.ts')).toBe(1);
  expect(chosen('libs/one/src/queue.ts', 'libs/one/src/queues/worker.ts')).toBe(0);
});
