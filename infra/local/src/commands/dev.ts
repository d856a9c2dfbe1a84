import { join, relative } from 'node:path';
import { stages } from '../backing/backing-server.js';
import { ConfigError, type LocalConfig, readConfig } from '../config.js';
import { CompileErrors } from '../dev/compile-errors.js';
import { reachedBy, sourceFolders } from '../dev/source-folders.js';
import { watchSources } from '../dev/source-watch.js';
import { watchTypes } from '../dev/type-watch.js';
import type { DevServer, Platform } from '../platform.js';
import { processes } from '../processes.js';
import { freePort } from '../supervisor/ports.js';
import { tcpProbe } from '../supervisor/probes.js';
import { systemEnv } from '../system-env.js';
import { findRoot, listPackages, type WorkspacePackage } from '../workspace.js';
import { runPlatform } from './run-platform.js';

/**
 * Returns the front ends to serve from source: all with a `dev` script, or those named and the shell, because only a
 * development build of React can replace components in an open page. @throws ConfigError for an unknown name
 */
export function chooseFrontEnds(packages: WorkspacePackage[], names: string[]): WorkspacePackage[] {
  const all = packages.filter(({ folder, scripts }) => folder.startsWith('apps/') && scripts.dev !== undefined);
  const unknown = names.filter((name) => !all.some(({ shortName }) => shortName === name));
  if (unknown.length > 0) {
    const known = all.map(({ shortName }) => shortName).join(', ');
    throw new ConfigError(`No front end is called ${unknown.join(', ')}. There are: ${known}.`);
  }
  return names.length > 0 ? all.filter(({ shortName }) => ['shell', ...names].includes(shortName)) : all;
}

async function devServer(config: LocalConfig, { folder, shortName }: WorkspacePackage): Promise<DevServer> {
  const port = await freePort();
  const name = `${shortName}-dev`;
  return {
    frontEnd: shortName,
    url: `http://127.0.0.1:${port}`,
    child: {
      name,
      command: 'npm',
      args: ['run', '--silent', 'dev'],
      cwd: join(config.root, folder),
      env: { ...systemEnv(config.inherited), NODE_ENV: 'development', DEV_PORT: String(port) },
      stage: stages.web,
      logPath: join(config.dataDir, 'logs', `${name}.log`),
      probe: tcpProbe(port),
    },
  };
}

/** Compiles changed files and restarts the processes that use them. Returns a function that stops watching. */
function restartOnChange(root: string, packages: WorkspacePackage[], platform: Platform): Promise<() => Promise<void>> {
  const restart = (changed: string): void => {
    const reached = reachedBy(changed, packages);
    const folders = packages.filter(({ name }) => reached.has(name)).map(({ folder }) => `${folder}/`);
    const names = processes
      .filter(({ entry }) => folders.some((folder) => entry.startsWith(folder)))
      .map(({ name }) => name);
    console.log(`${changed} changed${names.length > 0 ? `: restarting ${names.join(', ')}` : ''}`);
    for (const name of names) void platform.restart(name);
  };
  return watchSources(root, sourceFolders(root, packages), restart, (file, message) => {
    console.log(`${relative(root, file)} does not compile, the running code stays:\n${message}`);
  });
}

/**
 * Runs `npm run dev [-- blog]`: the platform with hot reload of all front ends (or of the shell and those named; the
 * others as built). Restarts services when their code changes; prints compile and type errors.
 */
export async function dev(args: string[]): Promise<number> {
  const root = findRoot();
  const packages = listPackages(root);
  const frontEnds = chooseFrontEnds(packages, args);
  let compilers: CompileErrors[] = [];
  const devServers = async (config: LocalConfig): Promise<DevServer[]> => {
    const servers = await Promise.all(frontEnds.map((each) => devServer(config, each)));
    compilers = servers.map(({ frontEnd, child }) => new CompileErrors(frontEnd, child.logPath, console.log));
    return servers;
  };
  return runPlatform(readConfig(root), { development: true, devServers }, async (platform) => {
    const stops = await Promise.all([
      restartOnChange(root, packages, platform),
      watchTypes(root, packages, join(root, 'node_modules/@typescript/native/bin/tsc'), console.log),
    ]);
    for (const compiler of compilers) compiler.start();
    console.log(
      `\nFrom source: ${frontEnds.map(({ shortName }) => shortName).join(', ') || 'no front end'}, and every service.`,
    );
    return async () => {
      for (const compiler of compilers) compiler.stop();
      await Promise.all(stops.map((stop) => stop()));
    };
  });
}
