import { existsSync } from 'node:fs';
import { certificatesPath, nodeImage } from '../engine/base-image.js';
import { type Docker, run } from '../engine/docker.js';

export interface BuildSettings {
  root: string;
  registry: string;
  version: string;
  /** Whether this program started the engine, which has no bridge network. */
  ownEngine: boolean;
}

export const imageName = ({ registry, version }: Pick<BuildSettings, 'registry' | 'version'>, target: string): string =>
  `${registry}/${target}:${version}`;

async function buildArguments({ root, version }: BuildSettings, env: NodeJS.ProcessEnv): Promise<string[]> {
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: root, env })).trim();
  const commit = await run('git', ['rev-parse', 'HEAD'], { cwd: root, env }).catch(() => 'unknown');
  const values: Record<string, string> = {
    NODE_IMAGE: nodeImage,
    VERSION: version,
    COMMIT: commit.trim(),
    NPM_CONFIG_REGISTRY: registry,
    ...(existsSync(certificatesPath) ? { NODE_EXTRA_CA_CERTS: certificatesPath } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
}

export async function buildImages(
  docker: Docker,
  targets: string[],
  settings: BuildSettings,
  onBuilt: (target: string, milliseconds: number) => void,
): Promise<void> {
  const args = await buildArguments(settings, docker.env);
  // Without a bridge network, builds reach the package registry through the host's network.
  const network = settings.ownEngine ? ['--network', 'host'] : [];
  for (const target of targets) {
    const began = performance.now();
    const names = ['--target', target, '--tag', imageName(settings, target)];
    await docker.run(['build', ...network, ...args, ...names, '--file', 'infra/docker/Dockerfile', '.'], {
      cwd: settings.root,
    });
    onBuilt(target, performance.now() - began);
  }
}
