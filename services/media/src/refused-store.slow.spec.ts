/**
 * Starts programs with a store that refuses them, or with none, until they end.
 * @subject services/media/src/config.schema.ts services/media/src/main.ts libs/service-kit/src/run-service.ts
 * @subject services/media/src/quarantine.ts libs/service-kit/src/object-store
 * @everyday services/media/src/config.schema.spec.ts
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';

let redis: TestRedis;
let mongo: TestMongo;
let s3: Server;
beforeAll(async () => {
  [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
});
afterAll(async () => {
  s3.closeAllConnections();
  s3.close();
  await Promise.all([redis.stop(), mongo.stop()]);
});

it('a wrong secret of the object store ends the start immediately, with exit code 78 and the S3 error code', async () => {
  s3 = createServer((request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end(
      request.method === 'HEAD'
        ? undefined
        : '<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><RequestId>1</RequestId></Error>',
    );
  });
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve));
  const service = spawnService(join(__dirname, '../dist'), 'main.js', {
    PATH: process.env.PATH!,
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    MINIO_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    MINIO_ACCESS_KEY: 'docfolio',
    MINIO_SECRET_KEY: 'wrong',
    BYTES_SECRET: 'a secret that is only good enough for tests',
  });
  expect(await service.exited()).toBe(78);
  expect(service.log.at(-1)).toMatchObject({
    level: 'fatal',
    err: { message: expect.stringContaining('SignatureDoesNotMatch') },
  });
});

it.each(['main.js', 'main.js prepare', 'quarantine.js'])(
  '%s exits 78 if no object store is configured',
  async (command) => {
    const [program, ...args] = command.split(' ');
    const env = {
      REDIS_URL: redis.url,
      MONGODB_URI: mongo.uri,
      BYTES_SECRET: 'a secret that is only good enough for tests',
      BYTES_PORT: '0',
    };
    const service = spawnService(join(__dirname, '../dist'), program!, env, args);
    expect(await service.exited()).toBe(78);
  },
);
