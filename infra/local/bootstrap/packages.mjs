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

/** What `npm ci` usually takes: 1 minute on a fast machine, 5 on a slow one or with a slow network. */
const usually = 'usually 1 to 5 minutes';
/** ms between two reports: on a terminal they replace each other, elsewhere each is a line. */
const reportInterval = process.stdout.isTTY ? 1_000 : 15_000;

/** Returns the folders of the packages that npm installs on this platform. */
function packageFolders(root) {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const libc = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';
  const fits = (names, own) =>
    !names || names.includes(own) || (names[0]?.startsWith('!') && !names.includes(`!${own}`));
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .filter(([, { os, cpu, libc: own }]) => fits(os, process.platform) && fits(cpu, process.arch) && fits(own, libc))
    .map(([folder]) => folder);
}

/** Reports how far npm is until the returned function is called: npm itself is silent for minutes. */
function reportProgress(root, command, say) {
  const folders = packageFolders(root);
  const began = performance.now();
  const report = () => {
    const done = folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).length;
    const elapsed = Math.round((performance.now() - began) / 1_000);
    say(`npm ${command}: ${done} of ${folders.length} packages after ${elapsed} s, ${usually}`);
  };
  say(`npm ${command}: ${folders.length} packages, ${usually}`);
  const timer = setInterval(report, reportInterval);
  return () => clearInterval(timer);
}

async function npm(command, root, env, say) {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const stop = reportProgress(root, command, say);
  try {
    return await run('npm', [command, ...(command === 'install' ? ['--no-save'] : []), ...options], { cwd: root, env });
  } finally {
    stop();
  }
}

/**
 * Installs the packages if node_modules is missing or `installFingerprint` has changed: with `npm ci` exactly those of the
 * lock file; with `npm install` if there are packages already, or a changed manifest contradicts the lock file.
 */
export async function installPackages(root, { NODE_ENV: _, ...env }, say) {
  const marker = join(root, 'node_modules', '.docfolio-lock');
  const wanted = installFingerprint(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return 'up to date';

  const isFresh = !existsSync(join(root, 'node_modules'));
  const isClean = isFresh && (await npm('ci', root, env, say)).code === 0;
  if (!isClean) {
    const { code, output } = await npm('install', root, env, say);
    if (code !== 0) throw new MissingPrerequisite(`npm install failed:\n\n${output.trim()}`);
  }
  writeFileSync(marker, wanted);
  return 'installed';
}
