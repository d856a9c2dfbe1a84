import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import { type EventData, eventJobId, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Queue } from 'bullmq';
import mongoose, { type Connection } from 'mongoose';
import { sendMail } from '../mail/mail.jobs.js';
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
  /** Waits until all events are handled, then deletes all documents, emails, jobs of emails and published events. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the context of an admin's call. */
export const ask = () => ({ requestId: randomUUID(), actor: { user_id: randomUUID(), email: owner } });

/** A running service that sends its emails to a mail server, which the specs start on `smtpPort`. */
export interface SmtpWorld extends NotificationsWorld {
  smtpPort: number;
}

const owner = 'owner@example.com';
const siteUrl = 'https://docfolio.example';

/** Starts a service that writes its emails to the folder, or returns the one of the batch without documents and emails. */
export const startFolderWorld = oncePerBatch(
  async () => {
    const world = await startNotificationsWorld();
    // Longer than any test: tests end the window of a digest by promoting its job.
    const window = { COMMENT_DIGEST_SECONDS: '3600' };
    await world.start({ OWNER_EMAIL: owner, PUBLIC_MAILS_PER_HOUR: '0', SITE_URL: `${siteUrl}/`, ...window });
    return world;
  },
  (world) => world.reset(),
);

/** Starts a service with a mail server at `smtpPort`, or returns the one of the batch without documents and emails. */
export const startSmtpWorld = oncePerBatch(
  async (): Promise<SmtpWorld> => {
    const [world, smtpPort] = await Promise.all([startNotificationsWorld(), freePort()]);
    await world.start({ OWNER_EMAIL: owner, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
    return Object.assign(world, { smtpPort });
  },
  (world) => world.reset(),
);

/** Starts servers for services, which a spec starts by itself. */
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
  const rpc = new RpcClient({ redisUrl: redisServer.url, logger, longestDeadline: 60_000 });
  const database = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
  const running: ServiceProcess[] = [];
  const mailQueues = [sendMail.name, 'send-notice', 'send-confirmation'].map((name) =>
    openQueue(`jobs-${name}`, redis),
  );
  const published = ['leads', 'gateway'].map((name) => openQueue(eventQueue(name as ServiceName), redis));
  const isIdle = async (...queues: Pick<Queue, 'getJobCounts'>[]) => {
    const counts = await Promise.all(queues.map((each) => each.getJobCounts('wait', 'active', 'prioritized')));
    return counts.flatMap((count) => Object.values(count)).every((count) => count === 0);
  };
  const clear = async () => {
    const collections = await database.db!.collections();
    const names = await readdir(folder);
    await Promise.all([
      ...collections.map((collection) => collection.deleteMany({})),
      ...names.map((name) => rm(join(folder, name))),
    ]);
  };
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
        SITE_URL: siteUrl,
        MAIL_DIR: folder,
        ...env,
      });
      running.push(service);
      await service.ready();
      return service;
    },
    clear,
    reset: async () => {
      await waitFor('all events are handled', () => isIdle(queue));
      await Promise.all(mailQueues.map((mails) => mails.drain(true)));
      await waitFor('all emails are sent', () => isIdle(queue, ...mailQueues));
      await clear();
      await Promise.all([queue, ...mailQueues].map((mails) => mails.clean(0, 0, 'completed')));
      await Promise.all(published.map((events) => events.obliterate({ force: true })));
    },
    stop: async () => {
      await Promise.all([queue, ...mailQueues, ...published].map((each) => each.close()));
      await Promise.all([rpc.close(), database.close()]);
      await closeRedis(redis);
      await Promise.all(running.map((service) => service.stop()));
      await Promise.all([redisServer.stop(), mongo.stop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
