/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedFolder, librariesFolder, lockFileOf } from './libraries.mjs';
import { filesBelow } from './source-fingerprint.mjs';
import { commonNames, usedNamesIn } from './used-names.mjs';

// The package is ESM only, which Jest does not load, and only builds need it.
jest.mock('@rspack/core', () => ({}));

const root = join(__dirname, '../../../..');
const readJson = (file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as {
    compilerOptions: Record<string, unknown>;
  };

describe('a remote outside the checkout', () => {
  it('has the shell’s copy of zod, because site-copy, which it lacks, uses no other names', () => {
    const libraries = ['contracts', 'api-client', 'ui', 'public-forms'].map((name) =>
      join(librariesFolder, name, 'src'),
    );
    const names = new Set([...commonNames, ...usedNamesIn(libraries)]);
    const zod = Object.keys(require('zod'));
    const additional = [...usedNamesIn([join(librariesFolder, 'site-copy/src')])].filter(
      (name) => zod.includes(name) && !names.has(name),
    );
    expect(additional).toEqual([]);
  });

  it('is compiled with the options of the checkout', () => {
    const { paths, singleThreaded, ...base } = readJson('tsconfig.base.json').compilerOptions;
    const browser = { lib: ['ES2023', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx' };
    expect(readJson('libs/federation/tsconfig.remote.json').compilerOptions).toEqual({ ...base, ...browser });
    expect(Object.keys({ paths, singleThreaded }).length).toBe(2);
  });
});

describe('the surroundings of a build', () => {
  it('writes generated modules below the node_modules that contain zod', () => {
    expect(generatedFolder).toBe(join(root, 'node_modules/.cache/docfolio'));
    expect(filesBelow(join(librariesFolder, 'federation/src/build'))).toContain(join(__dirname, 'libraries.mjs'));
  });

  it('takes the nearest package-lock.json, else that of the libraries', () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'docfolio-lock-'));
    try {
      const app = join(folder, 'apps/notes');
      mkdirSync(app, { recursive: true });
      expect(lockFileOf(app)).toBe(join(root, 'package-lock.json'));
      writeFileSync(join(folder, 'package-lock.json'), '{}');
      expect(lockFileOf(app)).toBe(join(folder, 'package-lock.json'));
      writeFileSync(join(app, 'package-lock.json'), '{}');
      expect(lockFileOf(app)).toBe(join(app, 'package-lock.json'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
