import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot, listPackages } from '../src/workspace.js';

interface Batches {
  batched(projectRoot: string, circle: string, target: string): { roots: string[]; testMatch: string[] };
}

const root = findRoot();
const { batched } = require(join(root, 'jest.batches.cjs')) as Batches;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-batches-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the specs of each batch, relative to the repository. */
function batchesOf(projectRoot: string, circle: string): string[][] {
  const [, target] = batched(projectRoot, circle, folder).roots;
  return readdirSync(target!).map((name) => {
    const text = readFileSync(join(target!, name), 'utf8');
    return [...text.matchAll(/^runSpec\("([^"]+)"/gm)].map(([, spec]) => spec!);
  });
}

it('runs every spec of every package in one batch, either of the quick or of the slow ones', () => {
  const tested = listPackages(root).filter(({ scripts }) => scripts.test !== undefined);
  expect(tested.length).toBeGreaterThan(20);
  for (const { folder: name } of tested) {
    const files = ['src', 'test']
      .flatMap((part) => readIfPresent(join(root, name, part)).map((file) => join(name, part, file)))
      .filter((file) => /\.spec\.tsx?$/.test(file));
    const circles = ['quick', 'slow'].map((circle) => batchesOf(join(root, name), circle).flat());
    expect(circles.flat().sort()).toEqual(files.sort());
    expect(circles[0]!.filter((file) => file.includes('.slow.'))).toEqual([]);
    expect(batchesOf(join(root, name), 'all').flat().sort()).toEqual(files);
  }
});

const readIfPresent = (path: string): string[] => {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/** Writes a package with the given specs. Returns its folder. */
function createPackage(specs: Record<string, string>): string {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(project, 'src', name), text);
  return project;
}

it('gives specs that are slow, alone or of another environment batches of their own', () => {
  const project = createPackage({
    'a.spec.ts': '',
    'b.spec.ts': '',
    'c.spec.ts': '/** @alone replaces a module */\n',
    'd.spec.ts': '/** @jest-environment node */\n',
    'e.slow.spec.ts': '/** @subject libs/ui/src @everyday libs/ui/src/a.spec.ts */\n',
  });
  const names = (batches: string[][]) => batches.map((batch) => batch.map((spec) => spec.split('/').at(-1)).join());
  const quick = names(batchesOf(project, 'quick'));
  expect(quick.toSorted()).toEqual(['a.spec.ts', 'b.spec.ts', 'c.spec.ts', 'd.spec.ts']);
  expect(names(batchesOf(project, 'slow'))).toEqual(['e.slow.spec.ts']);
});

it('undoes mocks and fake timers after each spec, names a spec that does not load, and records times', () => {
  const project = createPackage({
    'a.spec.ts': "it('leaves a mock', () => { jest.spyOn(Math, 'random').mockReturnValue(7); jest.useFakeTimers(); });",
    'b.spec.ts':
      "it('finds none', () => { expect([Math.random() < 1, jest.isMockFunction(setTimeout)]).toEqual([true, false]); });",
    'c.spec.ts': "throw new Error('no such module');",
  });
  const config = join(project, 'jest.config.cjs');
  const preset = `require(${JSON.stringify(join(root, 'jest.preset.cjs'))}).node(__dirname)`;
  const runSpec = JSON.stringify(join(root, 'jest.run-spec.cjs'));
  writeFileSync(config, `module.exports = ${preset};`);
  const all = ['a', 'b', 'c'].map((name) => `runSpec('src/${name}.spec.ts', () => require('./${name}.spec.ts'));`);
  writeFileSync(join(project, 'src/all.spec.js'), `const { runSpec } = require(${runSpec});\n${all.join('\n')}\n`);
  const report = join(folder, 'report.json');
  const times = join(folder, 'times.jsonl');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--config', config, '--testMatch', '**/all.spec.js', '--json', `--outputFile=${report}`];
  const { DOCFOLIO_SPECS: _, ...env } = process.env;
  try {
    execFileSync(process.execPath, args, { cwd: project, env: { ...env, DOCFOLIO_TEST_TIMES: times }, stdio: 'pipe' });
  } catch (error) {
    // One test fails, as it should.
    if ((error as { status?: number }).status !== 1) throw error;
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  expect(testResults[0]!.assertionResults.map(({ fullName, status }) => `${status}: ${fullName}`)).toEqual([
    'passed: src/a.spec.ts leaves a mock',
    'passed: src/b.spec.ts finds none',
    'failed: src/c.spec.ts loads',
  ]);
  const recorded = readFileSync(times, 'utf8').trim().split('\n');
  expect(recorded.map((line) => (JSON.parse(line) as { file: string }).file)).toEqual([
    'src/a.spec.ts',
    'src/b.spec.ts',
    'src/c.spec.ts',
  ]);
});
