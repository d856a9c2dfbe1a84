import { join } from 'node:path';
import { findOnPath } from '@docfolio/local/system';
import { withCompose } from './compose-plugin.js';
import { Docker } from './docker.js';
import { startOwnEngine } from './own-engine.js';

export interface Engine {
  docker: Docker;
  description: string;
  /** Whether this program started the engine. */
  isOwn: boolean;
  pid?: number;
  close(): Promise<void>;
}

/** Returns a client of the engine at DOCKER_HOST or the default socket; undefined if none responds. */
async function findRunning(env: NodeJS.ProcessEnv): Promise<Docker | undefined> {
  const client = findOnPath(['docker'], env);
  if (!client) return undefined;
  const docker = new Docker(client, env);
  return (await docker.succeeds(['version'])) ? docker : undefined;
}

/** Finds a running engine, or starts one with its files in `folder`; gets compose v2. @throws EngineUnavailable */
export async function openEngine(
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (doing: string) => void,
): Promise<Engine> {
  const quiet = { ...env, DOCKER_CLI_HINTS: 'false' };
  const running = await findRunning(quiet);
  // An engine started here has the classic builder only.
  const own = running
    ? undefined
    : await startOwnEngine(join(folder, 'engine'), { ...quiet, DOCKER_BUILDKIT: '0' }, say);
  const close = async () => own?.stop();
  try {
    const docker = await withCompose(running ?? own!.docker, join(folder, 'client'), say);
    const version = (await docker.run(['version', '--format', '{{.Server.Version}}'])).trim();
    const compose = (await docker.run(['compose', 'version', '--short'])).trim();
    const description = `Docker ${version}${own ? ', started here' : ''}, compose ${compose}`;
    return { docker, description, isOwn: own !== undefined, ...(own ? { pid: own.pid } : {}), close };
  } catch (error) {
    await close();
    throw error;
  }
}
