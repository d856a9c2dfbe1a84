import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRoot, listPackages, type WorkspacePackage } from '../workspace.js';
import { reachedBy, sourceFolders } from './source-folders.js';
import { watchSources } from './source-watch.js';

describe('source folders', () => {
  const root = findRoot();
  const packages = listPackages(root);

  it('watches the folders that the build scripts compile, the web process included', () => {
    const folders = sourceFolders(root, packages).map(({ source }) => source.slice(root.length + 1));
    expect(folders).toEqual(expect.arrayContaining(['services/leads/src', 'libs/contracts/src', 'apps/web/src']));
    expect(folders).not.toContain('apps/blog/src');
  });

  it('finds the packages that a change affects', () => {
    expect(reachedBy('@docfolio/leads', packages)).toEqual(
      new Set(['@docfolio/leads', '@docfolio/backend', '@docfolio/bundle']),
    );
    const reached = reachedBy('@docfolio/service-kit', packages);
    expect([...reached]).toEqual(
      expect.arrayContaining(['@docfolio/gateway', '@docfolio/leads', '@docfolio/notifications']),
    );
    expect(reached.has('@docfolio/blog')).toBe(false);
  });
});

describe('watching', () => {
  let folder: string;
  let stop: () => Promise<void>;
  let compiled: string[];
  let errors: string[];

  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docfolio-watch-'));
    copyFileSync(join(findRoot(), '.swcrc'), join(folder, '.swcrc'));
    mkdirSync(join(folder, 'src/leads'), { recursive: true });
    writeFileSync(join(folder, 'src/leads/leads.ts'), 'export const a: number = 1;\n');
    compiled = [];
    errors = [];
    const watched = { name: 'leads' } as WorkspacePackage;
    stop = await watchSources(
      folder,
      [{ package: watched, source: join(folder, 'src'), output: join(folder, 'dist') }],
      (name) => compiled.push(name),
      (file, message) => errors.push(`${file}: ${message}`),
    );
  });

  afterEach(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('compiles a burst of changes once, and removes deleted files', async () => {
    const built = join(folder, 'dist/leads/leads.js');
    writeFileSync(join(folder, 'src/leads/leads.ts'), 'export const a: number = 2;\n');
    writeFileSync(join(folder, 'src/leads/leads.ts'), 'export const a: number = 3;\n');
    writeFileSync(join(folder, 'src/leads/leads.spec.ts'), 'export {};\n');
    await until(() => compiled.length === 1);
    expect(readFileSync(built, 'utf8')).toContain('export const a = 3;');
    expect(existsSync(join(folder, 'dist/leads/leads.spec.js'))).toBe(false);
    rmSync(join(folder, 'src/leads/leads.ts'));
    await until(() => compiled.length === 2);
    expect(existsSync(built)).toBe(false);
  });

  it('compiles a file each time it is replaced', async () => {
    const replaced = join(folder, 'src/leads/leads.ts');
    for (let save = 1; save <= 3; save++) {
      writeFileSync(`${replaced}.tmp`, `export const a: number = ${save};\n`);
      renameSync(`${replaced}.tmp`, replaced);
      await until(() => compiled.length === save);
      expect(readFileSync(join(folder, 'dist/leads/leads.js'), 'utf8')).toContain(`export const a = ${save};`);
    }
  });

  it('compiles a file in a new folder', async () => {
    mkdirSync(join(folder, 'src/clients'));
    writeFileSync(join(folder, 'src/clients/clients.ts'), 'export const b: number = 1;\n');
    await until(() => compiled.length === 1);
    expect(existsSync(join(folder, 'dist/clients/clients.js'))).toBe(true);
  });

  it('leaves the built code unchanged while the source does not compile', async () => {
    writeFileSync(join(folder, 'src/leads/leads.ts'), 'export const a = ;\n');
    await until(() => errors.length === 1);
    expect(errors[0]).toMatch(/leads\.ts: .*Expression expected/s);
    expect(errors[0]).not.toContain('backtrace');
    expect(compiled).toEqual([]);
  });
});
