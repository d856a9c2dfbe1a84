import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRoot } from '../workspace.js';
import { checkTypes } from './types.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docfolio-types-'));
  symlinkSync(join(findRoot(), 'node_modules'), join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

it('checks packages of the same options together, and names the errors of each', async () => {
  write('tsconfig.base.json', { compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, types: [] } });
  const packages = ['one', 'two', 'three'].map((name) => ({ folder: `libs/${name}`, scripts: { typecheck: 'tsc' } }));
  for (const { folder } of packages)
    write(`${folder}/tsconfig.json`, { extends: '../../tsconfig.base.json', include: ['src'] });
  write('libs/one/src/a.ts', "export const one: number = 'text';\n");
  write('libs/two/src/b.ts', 'export const two = 2;\n');
  write('libs/three/src/c.ts', 'export const three = two;\n');
  const problems = await checkTypes(root, process.env, packages);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/libs\/one\/src\/a\.ts\(1,14\): error TS2322/);
  expect(problems[0]).toMatch(/libs\/three\/src\/c\.ts\(1,22\): error TS2304/);
  expect(readdirSync(join(root, '.results/types'))).toEqual(['0.json']);

  write('libs/two/tsconfig.json', {
    extends: '../../tsconfig.base.json',
    compilerOptions: { noUncheckedIndexedAccess: true },
    include: ['src'],
  });
  write('libs/one/src/a.ts', 'export const one = 1;\n');
  write('libs/three/src/c.ts', 'export const three = 3;\n');
  expect(await checkTypes(root, process.env, packages)).toEqual([]);
  expect(readdirSync(join(root, '.results/types'))).toEqual(['0.json', '1.json']);
});
