import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingPrerequisite } from '../../bootstrap/system.mjs';
import { runToEnd } from '../run-program.js';

/** Version of Node for `npm test -- --newest-node`; images use the same major version. */
const newestNode = '26.10.0';

/** Installs Node newestNode from npm unless it is cached. Returns the folder of `node`. @throws MissingPrerequisite */
export async function installNewestNode(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules/.cache/docfolio', `node-${newestNode}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(join(bin, 'node'))) return bin;
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const { code, output } = await runToEnd('npm', ['install', ...options, `${name}@${newestNode}`], { cwd: root, env });
  if (code !== 0) throw new MissingPrerequisite(`Node ${newestNode} could not be installed:\n\n${output.trim()}`);
  return bin;
}
