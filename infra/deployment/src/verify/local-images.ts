import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyCode, copyModules } from '../../../docker/assemble.mjs';
import { nodeImage } from '../engine/base-image.js';
import type { Docker } from '../engine/docker.js';
import { binaries, type LocalImage, localImage } from './stand-ins.js';

/** ms for pulling an image, after which it counts as missing. */
const pullMs = 120_000;

export async function missingImages(docker: Docker, images: Record<string, string>): Promise<string[]> {
  const missing = await Promise.all(
    Object.entries(images).map(async ([service, image]) => {
      if (await docker.succeeds(['image', 'inspect', image])) return undefined;
      return (await docker.succeeds(['pull', '--quiet', image], pullMs)) ? undefined : service;
    }),
  );
  return missing.filter((service) => service !== undefined);
}

function copyPrograms(root: string, folder: string): void {
  // copyModules and copyCode read relative paths.
  process.chdir(root);
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  copyModules(['infra/embedded-mongo', 'node_modules/@20minutes/s3rver', 'node_modules/smtp-server'], app);
  copyCode(['infra/embedded-mongo'], app, ['infra/deployment/dist/stand-ins', 'infra/deployment/package.json']);
}

function copyBinaries(folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const [name, variable] of Object.entries(binaries)) {
    const path = env[variable];
    if (path) copyFileSync(path, join(folder, 'bin', name));
  }
}

/** Builds replacements for images that cannot be pulled. @param folder build context, which this function fills */
export async function buildLocalImages(
  docker: Docker,
  root: string,
  folder: string,
  images: Set<LocalImage>,
  hostNetwork: boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (images.has('node')) copyPrograms(root, folder);
  if (images.has('binaries')) copyBinaries(folder, docker.env);
  const network = hostNetwork ? ['--network', 'host'] : [];
  const common = [...network, '--build-arg', `NODE_IMAGE=${nodeImage}`];
  for (const image of images) {
    const source = image === 'binaries' ? ['Dockerfile.binaries'] : ['Dockerfile', '--target', image];
    const [file, ...target] = source.map((part, index) =>
      index === 0 ? join(root, 'infra/deployment/stand-ins', part) : part,
    );
    await docker.run(['build', ...common, ...target, '--file', file!, '--tag', localImage(image), folder]);
  }
}
