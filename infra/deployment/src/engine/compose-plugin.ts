import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '@docfolio/local/system';
import { CommandError, type Docker, EngineUnavailable, run } from './docker.js';

const pluginPath = 'usr/libexec/docker/cli-plugins/docker-compose';
/** The first Debian release with compose v2, a static program that also runs on older releases. */
const aptSources = `Types: deb
URIs: http://deb.debian.org/debian
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`;

/** Downloads and unpacks Debian's package without installing it. @returns the path of the plugin */
async function downloadPlugin(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  for (const name of ['sources', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'sources/trixie.sources'), aptSources);
  const options = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${join(folder, 'sources')}`,
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    // apt's sandbox user cannot access the folder.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, 'update'], { cwd: folder, env, timeout: 120_000 });
  await run('apt-get', [...options, 'download', 'docker-compose'], { cwd: folder, env, timeout: 120_000 });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!archive) throw new EngineUnavailable('apt-get download docker-compose left no package');
  await run('dpkg', ['-x', archive, 'unpacked'], { cwd: folder, env });
  return join(folder, 'unpacked', pluginPath);
}

/** Returns a client with `docker compose` v2, which is downloaded to `folder` if missing. @throws EngineUnavailable */
export async function withCompose(docker: Docker, folder: string, say: (doing: string) => void): Promise<Docker> {
  if (await docker.succeeds(['compose', 'version'])) return docker;
  const client = docker.with({ DOCKER_CONFIG: folder });
  const plugin = join(folder, 'cli-plugins/docker-compose');
  if (!existsSync(plugin)) {
    if (!findOnPath(['apt-get'], docker.env) || !findOnPath(['dpkg'], docker.env)) {
      throw new EngineUnavailable('docker compose (v2) is missing, and it can be downloaded on Debian and Ubuntu only');
    }
    say('downloading docker compose');
    const downloaded = await downloadPlugin(join(folder, 'package'), docker.env).catch((error: unknown) => {
      const reason = error instanceof CommandError ? error.result.output.trim().split('\n').at(-1) : String(error);
      throw new EngineUnavailable(`docker compose (v2) is missing and could not be downloaded: ${reason}`);
    });
    mkdirSync(join(folder, 'cli-plugins'), { recursive: true });
    copyFileSync(downloaded, plugin);
    chmodSync(plugin, 0o755);
  }
  if (await client.succeeds(['compose', 'version'])) return client;
  throw new EngineUnavailable('the downloaded docker compose does not run with this client');
}
