import type { Docker } from '../engine/docker.js';

const buildTools = [
  'npm',
  'npx',
  'corepack',
  'yarn',
  'pnpm',
  'gcc',
  'cc',
  'g++',
  'make',
  'python3',
  'git',
  'tsc',
  'nx',
];

/** Prints build tools in the image, and a path of /app that the user may write or root does not own. */
const script = `
for tool in ${buildTools.join(' ')}; do
  command -v $tool >/dev/null && echo "has $tool"
  [ -e node_modules/.bin/$tool ] && echo "has node_modules/.bin/$tool"
done
for package in typescript nx @rspack/core @swc/core; do
  [ -e node_modules/$package ] && echo "has node_modules/$package"
done
find /app -writable -print -quit | sed 's/^/can write /'
find /app ! -user root -print -quit | sed 's/^/not owned by root: /'
exit 0
`;

interface ImageConfig {
  User: string;
  Entrypoint: string[] | null;
  Labels: Record<string, string> | null;
}

/** Checks an image: build tools, writable files, user, first process, labels. @returns one line per problem */
export async function imageProblems(docker: Docker, image: string, expected: { version: string }): Promise<string[]> {
  const [config] = await docker.json<ImageConfig>(['image', 'inspect', '--format', '{{json .Config}}', image]);
  const labels = config?.Labels ?? {};
  const output = await docker.run(['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', script]);
  const problems = output.split('\n').filter(Boolean);
  if (config?.User !== '1000:1000') problems.push(`runs as ${config?.User || 'root'}`);
  if (config?.Entrypoint?.[0] !== 'tini') problems.push('its first process is not tini');
  if (labels['org.opencontainers.image.version'] !== expected.version) problems.push('its version label is wrong');
  if (!/^[0-9a-f]{40}$|^unknown$/.test(labels['org.opencontainers.image.revision'] ?? '')) {
    problems.push('its revision label is no commit');
  }
  return problems.map((problem) => `${image}: ${problem}`);
}
