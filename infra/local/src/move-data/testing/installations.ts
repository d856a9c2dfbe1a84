import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { MinioObjectStore } from '@docfolio/service-kit/object-store/minio-object-store';
import type { ObjectStore } from '@docfolio/service-kit/object-store/object-store';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { startBacking } from '../../backing/start.js';
import { readConfig } from '../../config.js';
import type { Connection } from '../../process-env.js';
import { type ProgramResult, runToEnd } from '../../run-program.js';
import { Supervisor } from '../../supervisor/supervisor.js';
import { findRoot } from '../../workspace.js';

const buckets = ['docfolio-leads', 'blog-images'] as const;
type BucketName = (typeof buckets)[number];

export interface Side {
  connection: Connection;
  mongo: MongoClient;
  redis: Redis;
  bucket(name: BucketName): ObjectStore;
  close(): Promise<void>;
}

async function openSide(dataDir: string, bucket: Side['bucket']): Promise<Side> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const supervisor = new Supervisor(() => undefined);
  const config = readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: dataDir });
  const { connection } = await startBacking(config, supervisor);
  const mongo = await new MongoClient(connection.mongodbUri).connect();
  const redis = new Redis(connection.redisUrl);
  const close = async () => {
    await mongo.close();
    redis.disconnect();
    await supervisor.stop();
  };
  return { connection, mongo, redis, bucket, close };
}

/** An installation of `npm start` in a temporary folder. Its databases run only while `fill` inserts data. */
export class SourceInstallation {
  constructor(readonly dataDir = mkdtempSync(join(tmpdir(), 'docfolio-move-from-'))) {}

  async fill(work: (side: Side) => Promise<void>): Promise<void> {
    const side = await openSide(this.dataDir, (name) => new FolderObjectStore(join(this.dataDir, 'objects', name)));
    try {
      await work(side);
    } finally {
      await side.close();
    }
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Before some uploads, the client lists unfinished ones, which s3rver cannot: the answer is none. */
const noUploads = '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>';

async function startS3(directory: string): Promise<Server> {
  const store = new S3rver({
    ...{ directory, silent: true, vhostBuckets: false, allowMismatchedSignatures: true },
    configureBuckets: buckets.map((name) => ({ name })),
  });
  await store.configureBuckets();
  const handle = store.callback();
  const server = createServer((request, response) => {
    const listsUploads = request.method === 'GET' && new URL(request.url!, 'http://s3').searchParams.has('uploads');
    if (listsUploads) response.writeHead(200, { 'content-type': 'application/xml' }).end(noUploads);
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export class TargetStores {
  private constructor(
    private readonly folder: string,
    readonly side: Side,
    readonly s3Url: string,
    private readonly s3: Server,
  ) {}

  static async start(): Promise<TargetStores> {
    const folder = mkdtempSync(join(tmpdir(), 'docfolio-move-to-'));
    const s3 = await startS3(join(folder, 's3'));
    const endpoint = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`;
    const bucket = (name: string) =>
      new MinioObjectStore({
        ...{ endpoint, accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1', pathStyle: true },
        ...{ bucket: name, prefix: '', createBucket: false },
      });
    const side = await openSide(folder, bucket);
    return new TargetStores(folder, side, endpoint, s3);
  }

  /** Environment for the command. The Redis user has the same permissions as in containers, which exclude RESTORE. */
  get env(): Record<string, string> {
    const { mongodbUri, redisUrl } = this.side.connection;
    return {
      TO_MONGODB_URI: mongodbUri,
      TO_REDIS_URL: redisUrl,
      TO_MINIO_ACCESS_KEY: 'S3RVER',
      TO_MINIO_SECRET_KEY: 'S3RVER',
    };
  }

  async stop(): Promise<void> {
    await this.side.close();
    this.s3.closeAllConnections();
    await new Promise((resolve) => this.s3.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function runMoveData(
  source: SourceInstallation,
  target: TargetStores,
  args: string[] = [],
  onSpawn?: (pid: number) => void,
): Promise<ProgramResult> {
  const root = findRoot();
  return runToEnd(
    process.execPath,
    [join(root, 'infra/local/dist/main.js'), 'docfolio', 'move-data', '--to-s3', target.s3Url, ...args],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: source.dataDir, ...target.env }, onSpawn },
  );
}
