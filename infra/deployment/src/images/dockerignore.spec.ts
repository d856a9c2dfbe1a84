import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

const root = join(__dirname, '../../../..');
const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

/** Docker applies the last pattern that matches a path or a folder above it. */
function isIgnored(path: string): boolean {
  const parts = path.split('/');
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const matching = patterns.filter((pattern) =>
    prefixes.some((prefix) => matchesGlob(prefix, pattern.replace(/^!/, ''))),
  );
  return matching.length > 0 && !matching.at(-1)!.startsWith('!');
}

describe('.dockerignore', () => {
  it.each([
    'node_modules/zod/package.json',
    'services/content/node_modules/lru-cache/package.json',
    'services/leads/dist/main.js',
    '.git/HEAD',
    '.nx/cache/1',
    '.data/secrets.json',
    '.data-2/secrets.json',
    '.env',
    '.env.production',
    'docs/deploy.md',
    'docker-compose.yml',
  ])('excludes %s from the build context', (path) => {
    expect(isIgnored(path)).toBe(true);
  });

  it.each([
    'package.json',
    'package-lock.json',
    '.npmrc',
    '.swcrc',
    'nx.json',
    'tsconfig.base.json',
    'tsconfig.browser.json',
    'tsconfig.node.json',
    'services/leads/src/main.ts',
    'apps/shell/rspack.config.mjs',
    'apps/web/static/robots.txt',
    'infra/docker/assemble.mjs',
    'infra/docker/images.json',
    'infra/docker/healthcheck.sh',
    'infra/tasks/package.json',
  ])('includes %s in the build context', (path) => {
    expect(isIgnored(path)).toBe(false);
  });
});
