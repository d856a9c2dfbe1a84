import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { adminRemotes, remotes as operations } from '@docfolio/contracts/entities/remote';
import { CommandError, exitCodes } from '@docfolio/remote-build/cli/command-error';
import type { Terminal } from '@docfolio/remote-build/cli/commands';
import type { Environment } from '@docfolio/remote-build/cli/settings';
import { nxCommand, nxEnv } from '../checks/nx.js';
import { ConfigError, type LocalConfig, ownEnvironment } from '../config.js';
import { taskOutput } from '../first-run.js';
import { adminTask } from '../processes.js';
import { runToEnd } from '../run-program.js';
import { loadSigningKeys } from '../secrets.js';
import { lockHolder } from '../supervisor/data-lock.js';
import { readJson, writeJson } from '../supervisor/json-file.js';
import { readRuntime } from '../supervisor/runtime-file.js';
import { listPackages } from '../workspace.js';
import { environmentOf } from './program-environment.js';

/** Name of the API token in the CRM's list. */
const tokenName = 'npm run docfolio -- remotes';
/** All remotes, also those that run in an admin's session: the data folder's owner is the platform's. */
const tokenScopes = ['remotes:write', ...adminRemotes.map((name) => `remotes:write:${name}`)];
/** ms until the platform has to respond whether it accepts the stored token. */
const checkTimeout = 10_000;

/**
 * Returns the surroundings of libs/remote-build's program. Without an address these are the platform that runs on this
 * data folder, its signing key and an API token of its own.
 */
export async function remotesTerminal(config: LocalConfig, args: readonly string[]): Promise<Terminal> {
  const given = ownEnvironment();
  const isLocal = needsPlatform(args) && !given.DOCFOLIO_URL && !hasOption(args, '--url');
  return {
    env: isLocal ? await localEnvironment(config, given) : given,
    directory: config.root,
    build: (remote) => buildRemote(remote, config.root),
    print: (text) => console.log(text),
    warn: (text) => console.error(text),
  };
}

const needsPlatform = ([command = '']: readonly string[]): boolean =>
  !['', 'keygen', 'help', '--help', '-h'].includes(command);

const hasOption = (args: readonly string[], name: string): boolean =>
  args.some((arg) => arg === name || arg.startsWith(`${name}=`));

/**
 * Builds a remote of this checkout, and what it depends on. Returns the folder of its build, which is not `dist`: that
 * is the delivered build of a platform that runs here, and its fallback.
 * @throws CommandError if there is no such remote, or its build fails
 */
async function buildRemote(name: string, root: string): Promise<string> {
  const packages = listPackages(root);
  const remote = packages.find(({ folder }) => folder === `apps/${name}`);
  if (!remote)
    throw new CommandError(
      `There is no apps/${name} in this checkout: name the folder of a build with --dist`,
      exitCodes.usage,
    );
  console.error(`Building ${remote.folder}`);
  const compiled = packages.filter(({ scripts, name: used }) => scripts.build && remote.uses.includes(used));
  const names = compiled.map((used) => used.name).join(',');
  await build(root, ...nxCommand(root, ['run-many', '-t', 'build', '-p', names]));
  const folder = join(root, '.nx/published', name);
  rmSync(folder, { recursive: true, force: true });
  await build(root, 'npm', ['run', 'build', '-w', remote.name, '--', '--env', `dist=${folder}`]);
  return folder;
}

/** @throws CommandError with the program's output if it fails */
async function build(root: string, program: string, args: string[]): Promise<void> {
  const { code, how, output } = await runToEnd(program, args, { cwd: root, env: nxEnv(ownEnvironment()) });
  if (code !== 0) throw new CommandError(`The build failed (${how}):\n${output.trim()}`, exitCodes.failed);
}

/**
 * Returns the environment with address, API token and signing key of the platform that runs on this data folder. Values
 * that are set are not replaced.
 * @throws ConfigError if none runs; OperatorError if no token can be created
 */
export async function localEnvironment(config: LocalConfig, given: Environment): Promise<Environment> {
  const runtime = lockHolder(config.dataDir) ? readRuntime(config.dataDir) : undefined;
  const { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl } = runtime?.connection ?? {};
  if (!runtime || !mongodbUri || !redisUrl)
    throw new ConfigError(
      `No platform runs on ${config.dataDir}. Start it with npm start, or name another one: --url https://example.com or DOCFOLIO_URL.`,
    );
  // Not through the web process: a rollback repairs it.
  const url = runtime.gatewayUrl ?? runtime.url;
  const hasToken = given.DOCFOLIO_TOKEN || given.DOCFOLIO_TOKEN_FILE;
  const hasKey = given.REMOTES_PRIVATE_KEY || given.REMOTES_PRIVATE_KEY_FILE;
  return {
    ...given,
    DOCFOLIO_URL: url,
    ...(!hasToken && { DOCFOLIO_TOKEN: await localToken(config, url, { mongodbUri, redisUrl }) }),
    ...(!hasKey && { REMOTES_PRIVATE_KEY: loadSigningKeys(config).privateKey }),
  };
}

/** Returns the API token that is stored in the data folder, or a new one if there is none, or it is revoked or too weak. */
async function localToken(
  config: LocalConfig,
  url: string,
  connection: { mongodbUri: string; redisUrl: string },
): Promise<string> {
  const path = join(config.dataDir, 'remotes-token.json');
  const stored = readJson<{ token: string; scopes?: string[] }>(path);
  if (stored && isDeepStrictEqual(stored.scopes, tokenScopes) && (await isAccepted(url, stored.token)))
    return stored.token;
  const env = await environmentOf(adminTask, config, connection);
  const args = ['create-token', '--name', tokenName, ...tokenScopes.flatMap((scope) => ['--scope', scope])];
  const token = (await taskOutput(config, adminTask.entry, args, env)).trim();
  writeJson(path, { token, scopes: tokenScopes });
  return token;
}

/** Returns whether a token is not refused. An unavailable platform refuses nothing: the command itself reports it. */
async function isAccepted(url: string, token: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(`${url}/api/v1${operations.list.path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(checkTimeout),
    });
    await body?.cancel();
    return status !== 401 && status !== 403;
  } catch {
    return true;
  }
}
