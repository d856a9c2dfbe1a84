import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MissingPrerequisite, run } from './system.mjs';

export function workspaceFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, '');
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .map((name) => join(parent, name))
      .filter((folder) => existsSync(join(root, folder, 'package.json')));
  });
}

/** Hashes what determines the installed packages: lock file, dependencies of each manifest, platform, ABI of Node. */
function installFingerprint(root) {
  const hash = createHash('sha256');
  hash.update(`${process.platform} ${process.arch} ${process.versions.modules}\n`);
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['.', ...workspaceFolders(root)]) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    hash.update(JSON.stringify([folder, manifest.name, manifest.dependencies, manifest.devDependencies]));
  }
  return hash.digest('hex');
}

/**
 * Runs `npm install` if node_modules is missing or `installFingerprint` has changed. Not `npm ci`, which refuses a lock
 * file without this platform's optional binaries.
 */
export async function installPackages(root, { NODE_ENV: _, ...env }, say) {
  const marker = join(root, 'node_modules', '.docfolio-lock');
  const wanted = installFingerprint(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return 'up to date';

  say('npm install');
  const args = ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: root, env });
  if (code !== 0) throw new MissingPrerequisite(`npm install failed:\n\n${output.trim()}`);
  writeFileSync(marker, wanted);
  return 'installed';
}
