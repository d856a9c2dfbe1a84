import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot, type WorkspacePackage } from '../workspace.js';
import { watchTypes } from './type-watch.js';

let folder: string;
let stop: () => Promise<void>;
let printed: string[];

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};
const tsconfig = {
  compilerOptions: { strict: true, noEmit: true, types: [], module: 'nodenext' },
  include: ['src'],
};
const makePackage = (path: string, source: string, uses: string[] = []): WorkspacePackage => {
  mkdirSync(join(folder, path, 'src'), { recursive: true });
  writeFileSync(join(folder, path, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(folder, path, 'src/index.ts'), source);
  const shortName = path.split('/')[1]!;
  return { folder: path, name: `@docfolio/${shortName}`, shortName, scripts: { typecheck: 'tsc' }, uses };
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-types-'));
  const packages = [
    makePackage(
      'services/leads',
      "import { a } from '../../../libs/contracts/src/index.js';\nexport const b: number = a;\n",
      ['@docfolio/contracts'],
    ),
    makePackage('libs/contracts', 'export const a: number = 1;\n'),
  ];
  printed = [];
  const tsc = join(findRoot(), 'node_modules/@typescript/native/bin/tsc');
  stop = await watchTypes(folder, packages, tsc, (message) => printed.push(message));
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

it('prints type errors in packages that use the changed one, and when they are fixed', async () => {
  const changed = join(folder, 'libs/contracts/src/index.ts');
  writeFileSync(changed, "export const a: string = 'one';\n");
  await until(() => printed.length === 1);
  expect(printed[0]).toMatch(/^Type errors in services\/leads:\nsrc\/index\.ts\(2,14\): error TS2322: /);
  writeFileSync(changed, 'export const a: number = 2;\n');
  await until(() => printed.length === 2);
  expect(printed[1]).toBe('No more type errors in services/leads');
});

it('checks the types of a changed package before those of its users', async () => {
  writeFileSync(join(folder, 'libs/contracts/src/index.ts'), 'export const a: string = 1;\n');
  await until(() => printed.length === 2);
  expect(printed.map((message) => message.split('\n')[0])).toEqual([
    'Type errors in libs/contracts:',
    'Type errors in services/leads:',
  ]);
});
