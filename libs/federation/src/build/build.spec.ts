/** @jest-environment node */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CompressedFilesPlugin } from './compressed-files.mjs';
import leanRouter from './lean-router.mjs';
import { sharedModules } from './shared-modules.mjs';
import { sourceFingerprint } from './source-fingerprint.mjs';

// The package is ESM only, which Jest does not load, and only builds need it.
jest.mock('@rspack/core', () => ({}));

let app: string;
const write = (file: string, content: string) => writeFileSync(join(app, file), content);

beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'docfolio-federation-'));
  mkdirSync(join(app, 'src/dist'), { recursive: true });
  write('src/routes.tsx', 'export default null;');
});
afterEach(() => rmSync(app, { recursive: true, force: true }));

type Share = {
  singleton: boolean;
  strictVersion?: boolean;
  version: string;
  requiredVersion: string;
  shareKey?: string;
};
const shares = () => sharedModules(app, { isHost: true }) as Record<string, Share>;

describe('shared modules', () => {
  it.each(['react', 'react-dom'])('%s is a singleton whose version must match', (name) => {
    const { version, ...share } = shares()[name]!;
    expect(share).toEqual({ singleton: true, strictVersion: true, requiredVersion: `^${version}` });
  });

  it('keys the stateful modules of this repository by file, so that relative imports get the shared copy', () => {
    const own = Object.entries(shares()).filter(([key]) => key.startsWith('/'));
    expect(own.map(([key, { shareKey }]) => [key.slice(key.indexOf('/libs/')), shareKey])).toEqual([
      ['/libs/federation/src/router.ts', '@docfolio/federation/router'],
      ['/libs/api-client/src/session.ts', '@docfolio/api-client/session'],
      ['/libs/ui/src/runtime.tsx', '@docfolio/ui/runtime'],
    ]);
  });

  it('are not part of a remote, except zod', () => {
    const own = Object.entries(sharedModules(app, { isHost: false }) as Record<string, { import?: unknown }>);
    expect(own.filter(([, share]) => share.import !== false).map(([name]) => name)).toEqual(['zod']);
    expect(own.length).toBe(Object.keys(shares()).length);
  });

  it('gives a remote its own copy of zod only if it uses more of it than the other builds', () => {
    const common = shares().zod!;
    write('src/form.ts', 'export const form = z.object({ name: z.string() });');
    expect(shares().zod).toEqual(common);
    write('src/form.ts', 'export const form = z.templateLiteral([]);');
    expect(shares().zod!.shareKey).not.toBe(common.shareKey);
    const names = (share: Share) =>
      readFileSync((share as unknown as { import: string }).import.replace(/\.mjs$/, '-names.mjs'), 'utf8');
    expect(names(common)).not.toContain('templateLiteral');
    expect(names(shares().zod!)).toContain('templateLiteral');
  });

  it('refuses a use of zod that makes browsers load all of it', () => {
    write('src/form.ts', 'export const check = z.core._check(() => undefined);');
    expect(() => shares()).toThrow('z.core contains all of zod');
  });
});

describe('the code of React Router', () => {
  const folder = join(dirname(require.resolve('react-router/package.json')), 'dist/production');
  const chunks = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name));

  it('loses its unused components and the prefetching of links', () => {
    const lean = chunks.map((name) => leanRouter(readFileSync(join(folder, name), 'utf8'))).join('\n');
    expect(lean).toMatch(/^var Form = \/\* @__PURE__ \*\/ /m);
    expect(lean).not.toMatch(/^Form\./m);
    expect(lean).toContain('return false ? /* @__PURE__ */ React10.createElement(React10.Fragment, null, link');
  });

  it('stops the build if it has another form', () => {
    expect(() => leanRouter('var Link = observer(')).toThrow('adapt build/lean-router.mjs');
  });
});

describe('the fingerprint of a remote’s sources', () => {
  it('changes with a source file and its path', () => {
    const before = sourceFingerprint(app);
    expect(before).toMatch(/^[0-9a-f]{8}$/);
    expect(sourceFingerprint(app)).toBe(before);
    write('src/routes.tsx', 'export default 1;');
    const edited = sourceFingerprint(app);
    write('src/page.tsx', '');
    expect(new Set([before, edited, sourceFingerprint(app)]).size).toBe(3);
  });

  it('ignores specs and build output', () => {
    const before = sourceFingerprint(app);
    write('src/routes.spec.tsx', 'it("renders", () => {});');
    write('src/dist/routes.js', 'built');
    expect(sourceFingerprint(app)).toBe(before);
  });
});

describe('the pages of a remote', () => {
  /** Compiles the app as the preset does, in a process of its own, because Jest does not load ES modules. */
  async function emitted(): Promise<string[]> {
    const [plugin, rspack] = [join(__dirname, 'pages.mjs'), require.resolve('@rspack/core')];
    const output = join(app, 'out');
    await promisify(execFile)(process.execPath, [
      ...['--input-type=module', '--eval'],
      `import { PagesPlugin } from ${JSON.stringify(plugin)};
       const { rspack } = await import(${JSON.stringify(rspack)});
       const [context, path] = [${JSON.stringify(app)}, ${JSON.stringify(output)}];
       rspack({ context, entry: './src/entry.js', mode: 'production', output: { path, clean: true }, plugins: [new PagesPlugin(context)] },
         (error, stats) => { if (error || stats.hasErrors()) throw error ?? new Error(stats.toString()); });`,
    ]);
    return readdirSync(output).sort();
  }

  it('are emitted unchanged, and nothing is emitted without them', async () => {
    write('src/entry.js', 'console.log(1);');
    expect(await emitted()).toEqual(['main.js']);
    const pages = '[\n  { "path": "/reading", "title": "Reading list" }\n]\n';
    write('src/pages.json', pages);
    expect(await emitted()).toEqual(['main.js', 'pages.json']);
    expect(readFileSync(join(app, 'out/pages.json'), 'utf8')).toBe(pages);
  });
});

it('compresses text files of at least 500 bytes', async () => {
  const script = 'console.log("compressed");'.repeat(100);
  write('main.js', script);
  write('small.js', 'tiny');
  write('font.woff2', script);
  let compress: (compilation: object) => Promise<void> = async () => {};
  const tapPromise = (_name: string, run: typeof compress) => {
    compress = run;
  };
  new CompressedFilesPlugin().apply({ hooks: { afterEmit: { tapPromise } }, outputPath: app } as never);
  await compress({ outputOptions: { path: app }, assets: { 'main.js': {}, 'small.js': {}, 'font.woff2': {} } });
  const read = (name: string) => readFileSync(join(app, name));
  expect(brotliDecompressSync(read('main.js.br')).toString()).toBe(script);
  expect(gunzipSync(read('main.js.gz')).toString()).toBe(script);
  for (const name of ['small.js.br', 'font.woff2.br']) expect(() => read(name)).toThrow('ENOENT');
});
