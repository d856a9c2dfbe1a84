// Copies the workspace into a temporary folder, for tests that change its sources.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Environment of commands in a copy. Nx reuses its builds of unchanged packages from the original's cache. */
export const copyEnv = { ...process.env, NX_DAEMON: 'false', NX_CACHE_DIRECTORY: path.join(root, '.nx/cache') };

const ignored = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'test-results']);

/** Copies the sources and links third-party packages; workspace packages point into the copy. Returns its folder. */
export function copyWorkspace(name) {
  const copy = mkdtempSync(path.join(tmpdir(), `docfolio-${name}-`));
  for (const entry of readdirSync(root)) {
    if (ignored.has(entry)) continue;
    cpSync(path.join(root, entry), path.join(copy, entry), {
      recursive: true,
      filter: (file) => !ignored.has(path.basename(file)),
    });
  }
  mkdirSync(path.join(copy, 'node_modules/@docfolio'), { recursive: true });
  const modules = path.join(root, 'node_modules');
  for (const entry of readdirSync(modules)) {
    if (entry !== '@docfolio' && entry !== '.cache')
      symlinkSync(path.join(modules, entry), path.join(copy, 'node_modules', entry));
  }
  for (const entry of readdirSync(path.join(modules, '@docfolio'))) {
    const folder = path.relative(root, realpathSync(path.join(modules, '@docfolio', entry)));
    symlinkSync(path.join(copy, folder), path.join(copy, 'node_modules/@docfolio', entry));
    // Versions that differ from those of the root.
    const own = path.join(root, folder, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(copy, folder, 'node_modules'));
  }
  return copy;
}
