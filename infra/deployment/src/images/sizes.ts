import type { Docker } from '../engine/docker.js';

export interface ImageSize {
  target: string;
  /** In bytes, as is `modules`: layers above the base image. */
  aboveBase: number;
  modules: number;
  maxModulesMegabytes: number;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function sizeProblems(sizes: ImageSize[]): string[] {
  return sizes
    .filter(({ modules, maxModulesMegabytes }) => modules > maxModulesMegabytes * 1e6)
    .map(
      (size) => `${size.target}: node_modules has ${megabytes(size.modules)}, at most ${size.maxModulesMegabytes} MB`,
    );
}

async function sizeOf(docker: Docker, image: string): Promise<number> {
  return Number((await docker.run(['image', 'inspect', '--format', '{{.Size}}', image])).trim());
}

/** Measures an image in bytes. Hard links in node_modules count once. */
export async function measureImage(
  docker: Docker,
  image: string,
  base: string,
): Promise<Pick<ImageSize, 'aboveBase' | 'modules'>> {
  const [whole, below] = await Promise.all([sizeOf(docker, image), sizeOf(docker, base)]);
  const args = ['run', '--rm', '--network', 'none', '--entrypoint', 'du', image];
  const output = await docker.run([...args, '--summarize', '--apparent-size', '--bytes', '/app/node_modules']);
  return { aboveBase: whole - below, modules: Number.parseInt(output, 10) };
}
