import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingPrerequisite } from '../../bootstrap/system.mjs';
import { runToEnd } from '../run-program.js';

/** The newest Node that the tests run under; images use the same major version. */
const NEWEST_NODE = '26.10.0';

/**
 * Installs the newest Node from the npm registry, in node_modules/.cache, unless it is there.
 * @returns the folder of its `node`
 * @throws MissingPrerequisite when it cannot be installed, as on a platform that npm has no package for
 */
export async function installNewestNode(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules/.cache/docfolio', `node-${NEWEST_NODE}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(join(bin, 'node'))) return bin;
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const { code, output } = await runToEnd('npm', ['install', ...options, `${name}@${NEWEST_NODE}`], { cwd: root, env });
  if (code !== 0) throw new MissingPrerequisite(`Node ${NEWEST_NODE} could not be installed:\n\n${output.trim()}`);
  return bin;
}
