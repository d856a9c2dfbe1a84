import { join } from 'node:path';

/** Returns the command and arguments that run Nx with the current Node, without a shell or npx in between. */
export const nxCommand = (root: string, args: string[]): [string, string[]] => [
  process.execPath,
  [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args],
];

/** Returns the environment for a run of Nx: without its daemon, full-screen output and remote cache. */
export const nxEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
});
