import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstall, findOnPath, packageManager } from '@docfolio/local/system';
import { Docker, EngineUnavailable, run } from './docker.js';

const startMs = 60_000;
const stopMs = 30_000;
const defaultBridge = '/sys/class/net/docker0';
/** In bytes (Linux). */
const maxSocketPathLength = 107;

export interface OwnEngine {
  docker: Docker;
  pid: number;
  stop(): Promise<void>;
}

async function installEngine(env: NodeJS.ProcessEnv, say: (doing: string) => void): Promise<string> {
  const manager = await packageManager(env);
  if (manager.kind !== 'apt' || !manager.unattended) {
    throw new EngineUnavailable(
      `no Docker engine; install one with: ${manager.hint({ apt: 'docker.io', plain: 'Docker' })}`,
    );
  }
  // Without recommended packages (git, apparmor, zfs), which containers do not need.
  const failure = await aptInstall(manager, 'docker.io', say, env);
  const program = findOnPath(['dockerd'], env);
  if (!program) throw new EngineUnavailable(`docker.io could not be installed: ${failure?.split('\n').at(-1) ?? ''}`);
  return program;
}

const logTail = (path: string): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n') : '';

/** Returns the mount points below a folder, innermost first. @param mounts content of /proc/self/mounts */
export function mountsBelow(folder: string, mounts: string): string[] {
  return mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length);
}

async function waitReady(docker: Docker, child: ChildProcess, logPath: string): Promise<void> {
  const deadline = Date.now() + startMs;
  while (!(await docker.succeeds(['version']))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      throw new EngineUnavailable(`the Docker engine does not start here: ${logTail(logPath)}`);
    }
    await delay(200);
  }
}

/** Starts a Docker engine with its files in `folder`, installing docker.io if needed. @throws EngineUnavailable */
export async function startOwnEngine(
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (doing: string) => void,
): Promise<OwnEngine> {
  if (process.platform !== 'linux')
    throw new EngineUnavailable('no Docker engine responds, and one can be started on Linux only');
  if (process.getuid?.() !== 0) throw new EngineUnavailable('no Docker engine responds, and starting one needs root');
  const socket = join(folder, 'docker.sock');
  if (socket.length > maxSocketPathLength) throw new EngineUnavailable(`the path ${socket} is too long for a socket`);

  const daemon = findOnPath(['dockerd'], env) ?? (await installEngine(env, say));
  const client = findOnPath(['docker'], env);
  if (!client) throw new EngineUnavailable('dockerd is installed without the docker client');
  say('starting an engine');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logPath = join(folder, 'dockerd.log');
  const log = openSync(logPath, 'w');
  const args = [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid')],
    ...['-H', `unix://${socket}`, '--log-level', 'warn'],
    // If another engine runs here, `--bridge none` would delete its default bridge.
    ...(existsSync(defaultBridge) ? [] : ['--bridge', 'none']),
    // The engine's own limit, which containers inherit, exceeds the hard limit of some machines: none would start.
    ...['--default-ulimit', 'nofile=20000:20000'],
  ];
  // Its own process group: Ctrl-C must not stop the engine before its containers are removed.
  const child = spawn(daemon, args, { stdio: ['ignore', log, log], env, detached: true });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const inTime = await Promise.race([ended.then(() => true), delay(stopMs, false, { ref: false })]);
    if (!inTime) child.kill('SIGKILL');
    await ended;
    // The engine leaves its network namespace mounted.
    for (const path of mountsBelow(folder, readFileSync('/proc/self/mounts', 'utf8'))) await run('umount', [path]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  };
  const docker = new Docker(client, { ...env, DOCKER_HOST: `unix://${socket}` });
  try {
    await waitReady(docker, child, logPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return { docker, pid: child.pid!, stop };
}
