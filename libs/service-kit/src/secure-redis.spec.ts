import { join } from 'node:path';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { sharedMongo } from './testing/shared-servers.js';
import type { TestMongo } from './testing/start-mongo.js';
import { type SecureRedis, startSecureRedis } from './testing/start-secure-redis.js';
import { waitFor } from './testing/wait-for.js';

const dist = join(__dirname, '../dist');

describe('a service whose Redis only speaks TLS and knows one ACL user', () => {
  let redis: SecureRedis;
  let mongo: TestMongo;
  const started: ServiceProcess[] = [];
  const start = (env: Record<string, string>) => {
    const backing = { REDIS_URL: redis.url(), MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName };
    const service = spawnService(dist, 'testing/note-service.fixture.js', { ...backing, ...env });
    started.push(service);
    return service;
  };

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startSecureRedis(), sharedMongo()]);
  });
  afterAll(async () => {
    await Promise.all(started.map((service) => service.stop()));
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('gets ready and stops without a command that the permissions of that user refuse', async () => {
    const service = start({ NODE_EXTRA_CA_CERTS: redis.caFile });
    await service.ready();
    const readiness = async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`)).status;
    await waitFor('it is ready', async () => (await readiness()) === 200);
    // Workers log the commands that Redis refuses.
    expect(JSON.stringify(service.log)).not.toMatch(/NOPERM|WRONGPASS|NOAUTH/);
    await service.kill('SIGTERM');
    expect(await service.exited()).toBe(0);
  });
});
