import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findRoot } from '../workspace.js';

const { satisfies, minVersion } = createRequire(__filename)('semver') as {
  satisfies(version: string, range: string): boolean;
  minVersion(range: string): { version: string };
};

interface LockedPackage {
  dependencies?: Record<string, string>;
  version?: string;
  engines?: { node?: string };
  os?: string[];
  link?: boolean;
}

const json = <T>(file: string): T => JSON.parse(readFileSync(join(findRoot(), file), 'utf8')) as T;

it('every locked package runs on every Node that the workspace promises, so that npm warns about none', () => {
  const { engines } = json<{ engines: { node: string } }>('package.json');
  const { packages } = json<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const oldest = engines.node.split('||').map((range) => minVersion(range.trim()).version);
  // Newer majors up to the newest that is tested, and one that is not released yet.
  const promised = [...oldest, '20.99.0', '22.99.0', '24.99.0', '26.0.0', '27.0.0'];
  const isInstalled = ({ os = [] }: LockedPackage) =>
    os.length === 0 || os.some((name) => /^(linux|darwin|!.*)$/.test(name));
  const unfit = Object.entries(packages)
    .filter(([path, locked]) => path.includes('node_modules/') && isInstalled(locked))
    .flatMap(([path, { version, engines: own }]) => {
      const refused = promised.filter((node) => own?.node && !satisfies(node, own.node));
      return refused.length > 0 ? [`${path} ${version} needs ${own!.node}: not ${refused.join(', ')}`] : [];
    });
  expect(unfit).toEqual([]);
});

it('every locked package finds its dependencies in the lock file', () => {
  const { packages } = json<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const finds = (path: string, name: string): boolean => {
    if (packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]) return true;
    return path !== '' && finds(path.slice(0, Math.max(0, path.lastIndexOf('/'))), name);
  };
  const missing = Object.entries(packages).flatMap(([path, { dependencies = {} }]) =>
    Object.keys(dependencies).flatMap((name) => (finds(path, name) ? [] : [`${path} needs ${name}`])),
  );
  expect(missing).toEqual([]);
});

it('the bootstrap refuses exactly the versions of Node that the workspace does not promise', async () => {
  const { engines } = json<{ engines: { node: string } }>('package.json');
  const { isSupported } = await import('../../bootstrap/node-version.mjs');
  for (const version of [
    '18.20.0',
    '20.18.9',
    '20.19.0',
    '20.20.2',
    '21.0.0',
    '22.12.0',
    '22.13.0',
    '23.5.0',
    '24.0.0',
    '26.1.0',
  ])
    expect([version, isSupported(version)]).toEqual([version, satisfies(version, engines.node)]);
});
