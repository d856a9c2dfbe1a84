import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRoot } from '../src/workspace.js';

let root: string;
const nxTarget = process.env.NX_TASK_TARGET_TARGET;

function write(path: string, content: string, modified: Date): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), modified, modified);
}

/** Runs the global setup for `services/leads`, which depends on `libs/process`. */
function setUp(): void {
  require(join(root, 'jest.fresh-build.cjs'))({ rootDir: join(root, 'services/leads') });
}

const [earlier, later] = [new Date(1_000_000), new Date(2_000_000)];

beforeEach(() => {
  delete process.env.NX_TASK_TARGET_TARGET;
  root = mkdtempSync(join(tmpdir(), 'docfolio-fresh-build-'));
  copyFileSync(join(findRoot(), 'jest.fresh-build.cjs'), join(root, 'jest.fresh-build.cjs'));
  mkdirSync(join(root, 'node_modules/@docfolio'), { recursive: true });
  for (const [folder, dependencies] of [
    ['services/leads', { '@docfolio/process': '0.1.0' }],
    ['libs/process', {}],
  ] as const) {
    const name = `@docfolio/${folder.split('/')[1]}`;
    write(
      `${folder}/package.json`,
      JSON.stringify({ name, dependencies, scripts: { build: 'swc src -d dist' } }),
      earlier,
    );
    write(`${folder}/src/main.ts`, '', earlier);
    write(`${folder}/src/main.spec.ts`, '', new Date());
    write(`${folder}/dist/main.js`, '', later);
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
  }
});

afterEach(() => {
  rmSync(root, { recursive: true });
  if (nxTarget) process.env.NX_TASK_TARGET_TARGET = nxTarget;
});

it('allows specs of compiled processes if every compiled file is newer than its source', () => {
  expect(setUp).not.toThrow();
});

it('refuses to test an old build of the package or of a dependency, and names the command that builds it', () => {
  write('libs/process/src/config.ts', '', earlier);
  expect(setUp).toThrow('npx nx run-many -t build --skipNxCache -p @docfolio/process\n');
  utimesSync(join(root, 'services/leads/src/main.ts'), new Date(), new Date());
  expect(setUp).toThrow('-p @docfolio/leads,@docfolio/process\n');
});

it('refuses an old build of a package that `test` depends on by its tag', () => {
  const test = { dependsOn: ['build', { projects: ['tag:process'], target: 'build' }] };
  write('services/leads/package.json', JSON.stringify({ name: '@docfolio/leads', nx: { targets: { test } } }), earlier);
  write(
    'libs/process/package.json',
    JSON.stringify({ name: '@docfolio/process', scripts: { build: 'swc src' }, nx: { tags: ['process'] } }),
    earlier,
  );
  expect(setUp).not.toThrow();
  write('libs/process/src/config.ts', '', earlier);
  expect(setUp).toThrow('-p @docfolio/process\n');
});

it('skips the check under Nx, which builds before it runs the tests', () => {
  utimesSync(join(root, 'services/leads/src/main.ts'), new Date(), new Date());
  process.env.NX_TASK_TARGET_TARGET = 'test';
  expect(setUp).not.toThrow();
});
