import type { LocalConfig } from '../config.js';
import type { Connection } from '../process-env.js';
import type { Supervisor } from '../supervisor/supervisor.js';
import { mongoServer } from './mongo.js';
import { redisServer } from './redis.js';

/** ms until a child must be ready for the first time. */
export const readyMs = 60_000;

/** Starts the databases that no URL is set for, and waits until they respond. @throws MissingServerError, StartError */
export async function startBacking(
  config: LocalConfig,
  supervisor: Supervisor,
): Promise<{ connection: Connection; labels: string[] }> {
  const [mongo, redis] = await Promise.all([mongoServer(config), redisServer(config)]);
  const children = [mongo, redis].flatMap((server) => (server.child ? [supervisor.start(server.child)] : []));
  await Promise.all(children.map((child) => child.waitReady(readyMs)));
  await mongo.prepare?.();
  const connection = { mongodbUri: mongo.url, redisUrl: redis.url, webRedisUrl: redis.webUrl };
  return { connection, labels: [mongo.label, redis.label] };
}
