import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyCode, copyModules, productionClosure } from '../../../docker/assemble.mjs';

/** `app` uses `lib` and `a`. `lib` has its own `b`. `a` has a peer, an optional package of another platform, a tool. */
const lock = {
  packages: {
    '': {},
    app: { dependencies: { '@x/lib': '1', a: '1' }, devDependencies: { tool: '1' } },
    lib: { dependencies: { b: '2' } },
    'node_modules/@x/lib': { resolved: 'lib', link: true },
    'node_modules/a': {
      optionalDependencies: { 'a-darwin': '1', 'a-none': '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/a-darwin': {},
    'node_modules/b': { dependencies: { a: '1' } },
    'lib/node_modules/b': {},
    'node_modules/peer': {},
    'node_modules/tool': {},
  },
};

describe('the production closure of a package', () => {
  it('contains dependencies, peers and optional packages, resolved as Node does, without development tools', () => {
    const closure = productionClosure(lock, ['app']);
    expect([...closure.workspaces].sort()).toEqual(['app', 'lib']);
    expect([...closure.modules].sort()).toEqual([
      'lib/node_modules/b',
      'node_modules/a',
      'node_modules/a-darwin',
      'node_modules/peer',
    ]);
    expect([...closure.links]).toEqual(['node_modules/@x/lib']);
  });

  it('refuses a dependency that the lock file does not resolve', () => {
    const broken = { packages: { app: { dependencies: { missing: '1' } } } };
    expect(() => productionClosure(broken, ['app'])).toThrow('app depends on missing');
  });

  it('refuses a package that is missing in the lock file', () => {
    expect(() => productionClosure(lock, ['nowhere'])).toThrow('nowhere');
  });
});

describe('copying a production workspace', () => {
  const before = process.cwd();
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'docfolio-assemble-')));
    process.chdir(folder);
    const files: Record<string, string> = {
      'package-lock.json': JSON.stringify(lock),
      'app/package.json': JSON.stringify({ name: '@x/app', version: '1.0.0', type: 'module', scripts: { build: 'x' } }),
      'app/dist/main.js': 'main',
      'app/dist/main.js.map': 'map',
      'app/dist/testing/fixture.js': 'fixture',
      'app/src/main.ts': 'source',
      'app/static/a.txt': 'text',
      'lib/package.json': JSON.stringify({ name: '@x/lib', exports: { './*': './dist/*.js' } }),
      'lib/dist/index.js': 'index',
      'lib/node_modules/b/b.js': 'b2',
      'node_modules/a/index.js': 'a',
      'node_modules/a/index.d.ts': 'types',
      'node_modules/a/index.js.map': 'map',
      'node_modules/a/README.md': 'readme',
      'node_modules/a/LICENSE': 'license',
      'node_modules/a/node_modules/nested/x.js': 'not in the lock',
      'node_modules/peer/peer.js': 'peer',
      'node_modules/tool/tool.js': 'tool',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  });

  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });

  it('copies packages without types, source maps and texts, but with licenses', () => {
    copyModules(['app'], 'out');
    expect(readFileSync('out/node_modules/a/index.js', 'utf8')).toBe('a');
    expect(existsSync('out/node_modules/a/LICENSE')).toBe(true);
    expect(readFileSync('out/lib/node_modules/b/b.js', 'utf8')).toBe('b2');
    for (const absent of ['a/index.d.ts', 'a/index.js.map', 'a/README.md', 'a/node_modules', 'tool', 'a-darwin']) {
      expect([absent, existsSync(`out/node_modules/${absent}`)]).toEqual([absent, false]);
    }
  });

  it('links the packages of the workspace to their copies', () => {
    copyModules(['app'], 'out');
    copyCode(['app'], 'out');
    expect(realpathSync('out/node_modules/@x/lib')).toBe(join(folder, 'out/lib'));
    expect(readFileSync('out/node_modules/@x/lib/dist/index.js', 'utf8')).toBe('index');
  });

  it('copies built code and the named files, without sources, maps and test fixtures', () => {
    copyCode(['app'], 'out', ['app/static']);
    expect(readFileSync('out/app/dist/main.js', 'utf8')).toBe('main');
    expect(readFileSync('out/app/static/a.txt', 'utf8')).toBe('text');
    expect(JSON.parse(readFileSync('out/app/package.json', 'utf8'))).toEqual({
      name: '@x/app',
      version: '1.0.0',
      type: 'module',
    });
    for (const absent of ['src', 'dist/main.js.map', 'dist/testing']) {
      expect([absent, existsSync(`out/app/${absent}`)]).toEqual([absent, false]);
    }
  });
});
