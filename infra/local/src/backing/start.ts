import type { LocalConfig } from '../config.js';
import type { Connection } from '../process-env.js';
import type { Supervisor } from '../supervisor/supervisor.js';
import { mongoServer } from './mongo.js';
import { redisServer } from './redis.js';

/** ms until a child must be ready for the first time, after the work with which it begins. */
export const readyMs = 60_000;
/** The same for a service: a new version may rebuild what its records are searched by, about a minute for 100,000 of them. */
export const serviceReadyMs = 5 * 60_000;

/**
 * Starts the databases that no URL is set for, and waits until they respond.
 * @param say shows what takes long
 * @throws MissingServerError, StartError
 */
export async function startBacking(
  config: LocalConfig,
  supervisor: Supervisor,
  say: (doing: string) => void = () => undefined,
): Promise<{ connection: Connection; labels: string[] }> {
  const [mongo, redis] = await Promise.all([mongoServer(config), redisServer(config)]);
  const started = [mongo, redis].flatMap(({ child, firstWork }) =>
    child ? [{ child: supervisor.start(child), firstWork }] : [],
  );
  await Promise.all(
    started.map(({ child, firstWork }) => {
      if (firstWork) say(firstWork.doing);
      return child.waitReady(readyMs + (firstWork?.limitMs ?? 0));
    }),
  );
  await mongo.prepare?.();
  const connection = { mongodbUri: mongo.url, redisUrl: redis.url, webRedisUrl: redis.webUrl };
  return { connection, labels: [mongo.label, redis.label] };
}
