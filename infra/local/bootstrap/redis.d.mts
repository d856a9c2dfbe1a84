export interface RedisServer {
  path: string;
  /** Value of argv[0] to start it with: redis-check-rdb is the server only when it is called redis-server. */
  argv0: string;
  version: string;
  major: number;
}

export const oldestRedis: number;
export function parseRedisVersion(output: string): { version: string; major: number } | undefined;
export function findRedisServer(env?: NodeJS.ProcessEnv): Promise<RedisServer | undefined>;
