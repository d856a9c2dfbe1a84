import { findOnPath, run } from './system.mjs';

/** Request/reply between processes needs BLMPOP, new in Redis 7 (https://redis.io/docs/latest/commands/blmpop/). */
export const oldestRedis = 7;

/** Parses `Redis server v=7.0.15 sha=...` or `Valkey server v=8.0.1 ...`. */
export function parseRedisVersion(output) {
  const match = /\bserver v=((\d+)\.[\w.]+)/i.exec(output);
  return match ? { version: match[1], major: Number(match[2]) } : undefined;
}

/**
 * Finds a Redis or Valkey server on PATH, an older one only if none is new enough. Debian's redis-tools has it only as
 * redis-check-rdb, the same program, which is the server when it is started as redis-server.
 */
export async function findRedisServer(env = process.env) {
  const candidates = [
    ['redis-server', 'redis-server'],
    ['valkey-server', 'valkey-server'],
    ['redis-check-rdb', 'redis-server'],
    ['valkey-check-rdb', 'valkey-server'],
  ];
  let tooOld;
  for (const [program, argv0] of candidates) {
    const path = findOnPath([program], env);
    if (!path) continue;
    const { output } = await run(path, ['--version'], { argv0, env });
    const parsed = parseRedisVersion(output);
    if (!parsed) continue;
    const found = { path, argv0, ...parsed };
    if (parsed.major >= oldestRedis) return found;
    tooOld ??= found;
  }
  return tooOld;
}
