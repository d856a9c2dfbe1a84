import type { LocalConfig } from '../config.js';

/** ms in which a store has to respond. */
const limit = 4_000;

/**
 * Checks the stores that settings name, before anything is started: a wrong address is reported within 5 s.
 * @throws UnusableStoreError with one sentence
 */
export async function requireGivenStores(config: LocalConfig): Promise<void> {
  const { redisUrl, mongodbUri, minioEndpoint } = config;
  await Promise.all([
    redisUrl && requireGivenRedis(redisUrl, config),
    mongodbUri && requireGivenMongo(mongodbUri),
    minioEndpoint && requireGivenObjects(minioEndpoint),
  ]);
}

// The libraries are loaded on demand, for a fast start without such settings.

async function requireGivenRedis(redisUrl: string, { inherited }: LocalConfig): Promise<void> {
  const { requireRedis } = await import('@docfolio/service-kit/redis-requirements');
  const isUnsafeAllowed = inherited.ALLOW_UNSAFE_REDIS === 'development';
  // Each process logs what it accepts.
  await requireRedis({ redisUrl, isUnsafeAllowed, logger: { warn: () => undefined } });
}

async function requireGivenMongo(uri: string): Promise<void> {
  const { MongoClient } = await import('mongodb');
  let client: InstanceType<typeof MongoClient> | undefined;
  try {
    client = new MongoClient(uri, { serverSelectionTimeoutMS: limit });
    await client.db('admin').command({ ping: 1 });
  } catch (error) {
    throw await unusable('MONGODB_URI', `MongoDB at ${uri.replace(/\?.*$/, '')}`, error as Error);
  } finally {
    await client?.close();
  }
}

/** Any response shows that something serves there. Its services check keys and buckets. */
async function requireGivenObjects(endpoint: string): Promise<void> {
  try {
    const response = await fetch(endpoint, { redirect: 'manual', signal: AbortSignal.timeout(limit) });
    await response.body?.cancel();
  } catch (error) {
    const { cause } = error as { cause?: Error };
    throw await unusable('MINIO_ENDPOINT', `The object store at ${endpoint}`, cause ?? (error as Error));
  }
}

async function unusable(setting: string, address: string, { message, name, ...rest }: Error): Promise<Error> {
  const { UnusableStoreError } = await import('@docfolio/service-kit/unusable-store');
  return new UnusableStoreError(setting, address, message || String((rest as { code?: unknown }).code ?? name));
}
