import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceFolders } from './packages.mjs';
import { MissingPrerequisite, run } from './system.mjs';

const rootInputs = [
  'package.json',
  'package-lock.json',
  'nx.json',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.node.json',
  '.swcrc',
];
const notInputs = new Set([
  'node_modules',
  '.data',
  '.nx',
  '.results',
  '.test-report.json',
  'test-results',
  'playwright-report',
  '.git',
]);

function listFiles(root, folder, lines) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (notInputs.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      listFiles(root, path, lines);
    } else {
      const { size, mtimeMs } = lstatSync(join(root, path));
      lines.push(`${path} ${size} ${mtimeMs}`);
    }
  }
}

/** Hashes rootInputs by content, and all files of the packages, built ones included, by size and modification time. */
function workspaceFingerprint(root) {
  const lines = [];
  for (const file of rootInputs) {
    if (existsSync(join(root, file))) lines.push(`${file} ${readFileSync(join(root, file), 'utf8')}`);
  }
  for (const folder of workspaceFolders(root)) listFiles(root, folder, lines);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export const nxEnv = (env = process.env) => ({ ...env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' });

/**
 * Builds packages through the Nx cache unless nothing has changed.
 * @param {string[]} [packages] built with what they depend on. Default: all packages
 * @throws MissingPrerequisite with Nx's output
 */
export async function buildPackages(root, say, packages) {
  const marker = join(root, '.nx', 'docfolio-built');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === workspaceFingerprint(root)) return 'up to date';

  say('building');
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const before = workspaceSources(root);
  const only = packages ? ['-p', packages.join(',')] : [];
  const args = [nx, 'run-many', '-t', 'build', ...only];
  const { code, output } = await run(process.execPath, args, { cwd: root, env: nxEnv() });
  if (code !== 0) throw new MissingPrerequisite(`The build failed:\n\n${output.trim()}`);
  if (packages) return 'built';
  // Sources edited while Nx ran may not be in the build: without a marker the next command builds again.
  if (before === workspaceSources(root)) {
    mkdirSync(dirname(marker), { recursive: true });
    writeFileSync(marker, workspaceFingerprint(root));
  }
  return 'built';
}

function workspaceSources(root) {
  const lines = [];
  for (const folder of workspaceFolders(root)) listFiles(root, folder, lines);
  return lines.filter((line) => !/\/dist\//.test(line)).join('\n');
}
