// Global setup of packages whose specs start compiled processes: refuses to test an old build.
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Returns the sources of a package whose compiled file is missing or older. */
function staleSources(folder) {
  if (!existsSync(join(folder, 'src'))) return [];
  return readdirSync(join(folder, 'src'), { recursive: true }).filter(
    (file) =>
      /\.ts$/.test(file) &&
      !/\.(spec|d)\.ts$/.test(file) &&
      modifiedAt(join(folder, 'dist', file.replace(/ts$/, 'js'))) < modifiedAt(join(folder, 'src', file)),
  );
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Returns the packages of this workspace that Nx knows by a tag. */
const tagged = (root, tag) =>
  readdirSync(join(root, 'node_modules/@docfolio'))
    .map((name) => `@docfolio/${name}`)
    .filter((name) => manifestOf(join(root, 'node_modules', name)).nx?.tags?.includes(tag));

/** Adds a package and the packages of this workspace that it, or its `test` target, depends on. */
function collect(root, name, found = new Map()) {
  const folder = join(root, 'node_modules', name);
  if (found.has(name) || !existsSync(folder)) return found;
  const { dependencies = {}, scripts = {}, nx = {} } = manifestOf(folder);
  if (scripts.build?.startsWith('swc ')) found.set(name, folder);
  const built = nx.targets?.test?.dependsOn?.flatMap(({ projects = [] }) => projects) ?? [];
  for (const other of [...Object.keys(dependencies), ...built]) {
    if (other.startsWith('@docfolio/')) collect(root, other, found);
    if (other.startsWith('tag:')) for (const each of tagged(root, other.slice(4))) collect(root, each, found);
  }
  return found;
}

/** @throws Error naming the stale packages and the command that builds them */
module.exports = function refuseOldBuild({ rootDir }) {
  // Nx has built them, or found that what is there is right, whatever its age.
  if (process.env.NX_TASK_TARGET_TARGET) return;
  const { name } = manifestOf(rootDir);
  const stale = [...collect(__dirname, name)].filter(([, folder]) => staleSources(folder).length > 0);
  if (stale.length === 0) return;
  const names = stale.map(([each]) => each).join(',');
  throw new Error(
    `dist/ is older than src/ in ${names}, and these specs run dist/. Build first:\n\n  npx nx run-many -t build --skipNxCache -p ${names}\n`,
  );
};
