import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageFolder } from '../testing/stage-folder.js';
import { findRoot } from '../workspace.js';
import { lint, packageTests } from './check-stages.js';

const folder = stageFolder();
const contextWith = (env: NodeJS.ProcessEnv) => folder.contextIn(folder.path, env);

beforeEach(() => symlinkSync(join(findRoot(), 'node_modules'), join(folder.path, 'node_modules')));

/** Writes a workspace of packages with tests. */
function writePackages(...names: string[]): void {
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ workspaces: ['libs/*'] }));
  for (const name of names) {
    mkdirSync(join(folder.path, 'libs', name), { recursive: true });
    writeFileSync(join(folder.path, 'libs', name, 'package.json'), JSON.stringify({ name, scripts: { test: 'jest' } }));
  }
}

it('runs the tests of all packages in one run of Jest in CI, and names those that failed', async () => {
  writePackages('one', 'two');
  const projects = ['one', 'two'].map((name) => ({
    displayName: `libs/${name}`,
    rootDir: join(folder.path, 'libs', name),
  }));
  writeFileSync(join(folder.path, 'jest.all.cjs'), `module.exports = ${JSON.stringify({ projects })};`);
  const passes = "test.each([1, 2, 3])('passes %d', () => undefined);";
  writeFileSync(join(folder.path, 'libs/one/one.test.js'), passes);
  writeFileSync(join(folder.path, 'libs/two/two.test.js'), passes);
  const context = contextWith({ CI: 'true' });
  expect(await packageTests({ circle: 'quick' }).run(context)).toMatchObject({ passed: 6, failed: 0 });
  expect(await packageTests({ circle: 'quick', only: ['one'] }).run(context)).toMatchObject({ passed: 3, failed: 0 });
  writeFileSync(join(folder.path, 'libs/two/two.test.js'), "test('fails', () => expect(1).toBe(2));");
  const counts = await packageTests({ circle: 'quick' }).run(context);
  expect(counts).toMatchObject({ passed: 3, failed: 1 });
  expect(counts.failures[0]).toMatch(/^libs\/two\/two\.test\.js > fails/);
});

it('runs Jest with the Node that comes first in PATH', async () => {
  writePackages('one');
  writeFileSync(join(folder.path, 'node'), '#!/bin/sh\necho this is another Node\n', { mode: 0o755 });
  const context = contextWith({ CI: 'true', PATH: `${folder.path}:${process.env.PATH}` });
  expect(await packageTests({ circle: 'quick' }).run(context)).toMatchObject({ failed: 1 });
  expect(folder.output).toContain('this is another Node');
});

it('fails if Jest ends without a report', async () => {
  writePackages('one');
  writeFileSync(join(folder.path, 'jest.all.cjs'), "throw new Error('unreadable');");
  expect(await packageTests({ circle: 'quick' }).run(contextWith({ CI: 'true' }))).toMatchObject({ failed: 1 });
  expect(folder.output).toContain('Jest ended without a report');
});

it('fails the lint stage for a warning', async () => {
  writeFileSync(
    join(folder.path, 'biome.json'),
    JSON.stringify({ linter: { rules: { suspicious: { noConsole: 'warn' } } } }),
  );
  writeFileSync(join(folder.path, 'good.js'), 'export const one = 1;\n');
  writeFileSync(join(folder.path, 'warned.js'), 'console.log(1);\n');
  const context = contextWith(process.env);
  expect(await lint(['good.js']).run(context)).toMatchObject({ failed: 0 });
  expect(await lint(['warned.js']).run(context)).toMatchObject({ failed: 1 });
  expect(folder.output).toContain('noConsole');
});
