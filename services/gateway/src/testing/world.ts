import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Session } from '@docfolio/contracts/entities/session';
import { allOperations, type NamedOperation } from '@docfolio/contracts/operations';
import type { SlowClientLimits } from '@docfolio/edge/slow-clients';
import { loadConfig } from '@docfolio/process/config';
import type { HealthRegistry } from '@docfolio/process/health';
import { createLogger, type Logger } from '@docfolio/service-kit/logging';
import { sharedMongo, sharedRedis } from '@docfolio/service-kit/testing/shared-servers';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Passwords } from '../accounts/passwords.js';
import type { Accounts } from '../admin/accounts.js';
import { connectAccounts } from '../admin/connect-accounts.js';
import { adminConfigSchema, configSchema } from '../config.schema.js';
import { createGateway } from '../gateway.js';
import type { FixtureOptions, FixtureService } from './fixture-service.js';
import { startFixtureService } from './fixture-service.js';
import { httpClient, type Send, type Sending } from './http-client.js';

export const jwtSecret = 'a secret that is only good enough for tests';
export const bytesSecret = 'another secret that is only good enough for tests';
export const password = 'correct horse battery';

/** A gateway with a database of its own and a user in each role, for a test. */
export interface World {
  redis: TestRedis;
  mongo: TestMongo;
  app: NestFastifyApplication;
  health: HealthRegistry;
  port: number;
  env: NodeJS.ProcessEnv;
  accounts: Accounts;
  send: Send;
  /** Sends a request like `send`, with a path below /api/v1. */
  api: Send;
  /** Creates a user with the password above. */
  makeUser(role: 'admin' | 'user'): Promise<string>;
  signIn(email: string, sending?: Sending): Promise<Session>;
  startService(options: Pick<FixtureOptions, 'service' | 'handlers'>): Promise<FixtureService>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  env?: NodeJS.ProcessEnv;
  operations?: readonly NamedOperation[];
  slowClients?: SlowClientLimits;
  /** Logger of the gateway. Default: silent. */
  logger?: Logger;
  /**
   * Servers that the test may stop, or that another world in the same spec must not empty. Default: none, the world shares
   * Redis, which is empty at its start, and the database server with the other specs of its batch.
   */
  own?: readonly ('redis' | 'mongo')[];
}

export async function startWorld({
  env = {},
  operations = allOperations(),
  slowClients,
  logger = createLogger('gateway', 'silent'),
  own = [],
}: WorldOptions = {}): Promise<World> {
  const [redis, mongo] = await Promise.all([
    own.includes('redis') ? startRedis() : sharedRedis(),
    own.includes('mongo') ? startMongo() : sharedMongo(),
  ]);
  const complete = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    JWT_SECRET: jwtSecret,
    BYTES_SECRET: bytesSecret,
    // Nothing listens at this address, unless a test configures another.
    LEADS_URL: 'http://127.0.0.1:9',
    MEDIA_URL: 'http://127.0.0.1:9',
    PORT: '0',
    ...env,
  };
  const config = loadConfig(configSchema, complete);
  const { app, health } = await createGateway({ config, logger, operations, slowClients });
  await app.listen(config.PORT, config.HOST);
  const { port } = app.getHttpServer().address() as AddressInfo;
  // Users whose passwords cost the gateway little to verify.
  const passwords = new Passwords(undefined, { algorithm: 2, memoryCost: 64, timeCost: 1 });
  const connected = await connectAccounts(loadConfig(adminConfigSchema, complete), logger, passwords);
  const { accounts } = connected;
  const send = httpClient(port);
  const api: Send = (method, path, sending) => send(method, `/api/v1${path}`, sending);
  const services: FixtureService[] = [];
  return {
    redis,
    mongo,
    app,
    health,
    port,
    env: complete,
    accounts,
    send,
    api,
    makeUser: async (role) => {
      const email = `${role}-${randomUUID()}@example.com`;
      await (role === 'admin' ? accounts.createAdmin(email, password) : accounts.createUser(email, password));
      return email;
    },
    signIn: async (email, sending) => {
      const answer = await api('POST', '/auth/sign-in', { body: { email, password }, ...sending });
      if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
      return answer.body as Session;
    },
    startService: async (options) => {
      const service = await startFixtureService({
        ...options,
        operations: operations.map(({ operation }) => operation),
        redisUrl: redis.url,
        mongo: { uri: mongo.uri, dbName: `${mongo.dbName}_${options.service}` },
        logger,
      });
      services.push(service);
      return service;
    },
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await app.close();
      await connected.close();
      await Promise.all([redis.stop(), mongo.stop()]);
    },
  };
}
