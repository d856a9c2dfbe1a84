/**
 * Starts services that Redis refuses, until they no longer retry.
 * @subject libs/service-kit/src/redis.ts
 * @everyday libs/service-kit/src/secure-redis.spec.ts
 */
import { join } from 'node:path';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { sharedMongo } from './testing/shared-servers.js';
import type { TestMongo } from './testing/start-mongo.js';
import { type SecureRedis, startSecureRedis } from './testing/start-secure-redis.js';

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

  it('does not start with an untrusted certificate or a wrong password, which it never logs', async () => {
    const untrusting = start({});
    const wrong = start({ NODE_EXTRA_CA_CERTS: redis.caFile, REDIS_URL: redis.url('not-the-password') });
    await Promise.all([
      expect(untrusting.ready()).rejects.toThrow(/REDIS_URL: Redis at rediss:/),
      expect(wrong.ready()).rejects.toThrow(),
    ]);
    expect(JSON.stringify(untrusting.log)).toMatch(/self.signed certificate/i);
    expect(JSON.stringify(wrong.log)).not.toContain('not-the-password');
  });
});
