import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { type EventData, eventJobId, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import mongoose, { type Connection } from 'mongoose';
import { parseMail, type ReceivedMail } from './smtp-sink.js';

/** The notifications service in a separate process, with its own servers, a client for it and a folder of emails. */
export interface NotificationsWorld {
  redis: ReturnType<typeof connectRedis>;
  rpc: RpcClient;
  database: Connection;
  folder: string;
  /** Delivers an event to the service. Another job id delivers the same event again. */
  publish<E extends DomainEvent>(event: E, payload: PayloadOf<E>, id?: string, job?: string): Promise<string>;
  /** Returns the emails in the folder, to which the service writes unless a mail server is set. */
  outbox(): Promise<ReceivedMail[]>;
  /** Returns whether no event is queued or being handled. */
  idle(): Promise<boolean>;
  /** Runs a recurring job now. */
  sweep(job: string): Promise<void>;
  start(env?: Record<string, string>): Promise<ServiceProcess>;
  /** Deletes all documents and emails, so that jobs that are left have nothing to do. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the context of an admin's call. */
export const ask = () => ({ requestId: randomUUID(), actor: { user_id: randomUUID(), email: 'owner@example.com' } });

export async function startNotificationsWorld(): Promise<NotificationsWorld> {
  const [redisServer, mongo, folder] = await Promise.all([
    startRedis(),
    startMongo(),
    mkdtemp(join(tmpdir(), 'docfolio-mail-')),
  ]);
  const logger = createLogger('test', 'silent');
  const redis = connectRedis(redisServer.url, 'commands', logger);
  const queue = openQueue<EventData>(eventQueue('notifications'), redis);
  // A busy machine needs longer than the usual 4 s.
  const rpc = new RpcClient({ redisUrl: redisServer.url, logger, longestDeadline: 12_000 });
  const database = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
  const running: ServiceProcess[] = [];
  return {
    redis,
    rpc,
    database,
    folder,
    publish: async (event, payload, id = randomUUID(), job = eventJobId(id, 'notifications')) => {
      const data = { event_id: id, name: event.name, payload, occurred_at: new Date().toISOString() };
      await queue.add(event.name, data, { ...durableJob, jobId: job });
      return id;
    },
    outbox: async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name), 'utf8'))));
    },
    idle: async () => {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
      return Object.values(counts).every((count) => count === 0);
    },
    sweep: async (job) => {
      const sweeps = openQueue<object>(`jobs-${job}`, redis);
      await sweeps.add(job, {}, durableJob);
      await sweeps.close();
    },
    start: async (env = {}) => {
      const service = spawnService(join(__dirname, '../../dist'), 'main.js', {
        PATH: process.env.PATH!,
        REDIS_URL: redisServer.url,
        MONGODB_URI: mongo.uri,
        MONGODB_DATABASE: mongo.dbName,
        SITE_URL: 'https://docfolio.example',
        MAIL_DIR: folder,
        ...env,
      });
      running.push(service);
      await service.ready();
      return service;
    },
    clear: async () => {
      const collections = await database.db!.collections();
      const names = await readdir(folder);
      await Promise.all([
        ...collections.map((collection) => collection.deleteMany({})),
        ...names.map((name) => rm(join(folder, name))),
      ]);
    },
    stop: async () => {
      await Promise.all([queue.close(), rpc.close(), database.close()]);
      await closeRedis(redis);
      await Promise.all(running.map((service) => service.stop()));
      await Promise.all([redisServer.stop(), mongo.stop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
