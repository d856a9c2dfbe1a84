import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { MinioObjectStore } from '@docfolio/service-kit/object-store/minio-object-store';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import type { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { BucketTarget, ObjectTarget } from './options.js';
import { connect } from './redis.js';
import { MoveError } from './report.js';

/** Folders of DATA_DIR/objects (the default buckets) by owning service. */
const folders = { leads: 'docfolio-leads', media: 'blog-images' } as const;

export interface Bucket {
  name: string;
  location: string;
  source: ObjectStore;
  target: ObjectStore;
}

export interface Stores {
  source: { mongo: MongoClient; redis: Redis };
  target: { mongo: MongoClient; redis?: Redis };
  buckets: Bucket[];
  close(): Promise<void>;
}

export async function connectMongo(uri: string, what: string): Promise<MongoClient> {
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(uri, { appName: 'docfolio move-data', serverSelectionTimeoutMS: 10_000 });
    await client.connect();
    await client.db('docfolio_gateway').listCollections({}, { nameOnly: true }).toArray();
    return client;
  } catch (error) {
    await client?.close();
    throw new MoveError(`${what} cannot be used: ${(error as Error).message}`);
  }
}

/** Returns the folder with this installation's files. @throws MoveError for a subfolder that no service owns */
function sourceFolder(dataDir: string): string {
  const folder = join(dataDir, 'objects');
  const known: string[] = Object.values(folders);
  const unknown = existsSync(folder) ? readdirSync(folder).filter((name) => !known.includes(name)) : [];
  if (unknown.length > 0) throw new MoveError(`${folder} has folders that no service owns: ${unknown.join(', ')}.`);
  return folder;
}

export function sourceObjects(dataDir: string): Record<keyof typeof folders, ObjectStore> {
  const folder = sourceFolder(dataDir);
  return {
    leads: new FolderObjectStore(join(folder, folders.leads)),
    media: new FolderObjectStore(join(folder, folders.media)),
  };
}

function targetStore(target: ObjectTarget, { bucket, prefix }: BucketTarget): ObjectStore {
  const { endpoint, accessKey, secretKey, region, pathStyle, createBuckets: createBucket } = target;
  return new MinioObjectStore({ endpoint, accessKey, secretKey, region, pathStyle, bucket, prefix, createBucket });
}

/** Returns source and target of the files of leads and media. @throws MoveError for a bucket that cannot be used */
export async function openBuckets(dataDir: string, target: ObjectTarget): Promise<Bucket[]> {
  const sources = sourceObjects(dataDir);
  const buckets = (['leads', 'media'] as const).map((owner) => {
    const place = target.buckets[owner];
    const name = [place.bucket, place.prefix].filter(Boolean).join('/');
    const location = `${owner} in ${target.endpoint}/${name}`;
    return { name, location, source: sources[owner], target: targetStore(target, place) };
  });
  for (const { name, target: store } of buckets) {
    await store.ready().catch((error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      throw new MoveError(`The target's bucket ${name} cannot be used: ${code ? `${code}, ` : ''}${message}`);
    });
  }
  return buckets;
}

/** Connects to the stores of source and target. If one connection fails, closes the others. @throws MoveError */
export async function openStores(
  source: { mongodbUri: string; redisUrl: string; dataDir: string },
  target: { mongodbUri: string; redisUrl?: string; objects?: ObjectTarget },
): Promise<Stores> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of opened) await closeOne();
  };
  const mongo = async (uri: string, what: string) => {
    const client = await connectMongo(uri, what);
    opened.push(() => client.close());
    return client;
  };
  const redis = async (url: string, what: string) => {
    const client = await connect(url, what);
    opened.push(async () => client.disconnect());
    return client;
  };
  try {
    return {
      source: {
        mongo: await mongo(source.mongodbUri, 'The MongoDB of this installation'),
        redis: await redis(source.redisUrl, 'The Redis of this installation'),
      },
      target: {
        mongo: await mongo(target.mongodbUri, "The target's MongoDB"),
        redis: target.redisUrl ? await redis(target.redisUrl, "The target's Redis") : undefined,
      },
      buckets: target.objects ? await openBuckets(source.dataDir, target.objects) : [],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
