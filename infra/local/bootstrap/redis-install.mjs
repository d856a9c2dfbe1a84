import { findRedisServer, oldestRedis } from './redis.mjs';
import { aptInstall, MissingPrerequisite, packageManager } from './system.mjs';

const packages = {
  apt: 'redis-tools',
  brew: 'redis',
  dnf: 'redis',
  apk: 'redis',
  pacman: 'valkey',
  plain: `Redis ${oldestRedis} or newer (https://redis.io/downloads)`,
};

/** Finds or installs (apt) Redis 7 or newer, unless REDIS_URL is set. Returns a label. @throws MissingPrerequisite */
export async function ensureRedis(env, say) {
  if (env.REDIS_URL) return 'given by REDIS_URL';
  const found = await findRedisServer(env);
  if (found && found.major >= oldestRedis) return `${found.version}, ${found.path}`;

  const manager = await packageManager(env);
  const problem = found
    ? `Docfolio needs Redis ${oldestRedis} or newer; ${found.path} is version ${found.version}.`
    : `Docfolio needs Redis ${oldestRedis} or newer, and there is none on this machine.`;
  const remedy = `Run this, then the same command again:\n\n  ${manager.hint(packages)}\n\nOr set REDIS_URL to a running one.`;
  if (manager.kind !== 'apt' || !manager.unattended) throw new MissingPrerequisite(problem, remedy);

  const failure = await aptInstall(manager, packages.apt, say, env);
  const installed = await findRedisServer(env);
  if (installed && installed.major >= oldestRedis) return `${installed.version} installed`;
  if (installed) {
    throw new MissingPrerequisite(
      `This system's Redis is version ${installed.version}; Docfolio needs ${oldestRedis} or newer.`,
      'Install a newer one from https://redis.io/downloads, or set REDIS_URL to a running one.',
    );
  }
  throw new MissingPrerequisite(`${problem}\nInstalling it did not work:\n\n${failure ?? ''}\n`, remedy);
}
