import { join } from 'node:path';

/** Nx as a program of this Node, without a shell or npx in between. */
export const nxCommand = (root: string, args: string[]): [string, string[]] => [
  process.execPath,
  [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args],
];

/** Every run of Nx: no daemon left behind, no full-screen output, no remote cache. */
export const nxEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
});
