import { randomUUID } from 'node:crypto';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { queuedEvents } from '@docfolio/service-kit/testing/queued-events';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import type { Connection } from 'mongoose';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { type MailDelivery, mailDeliverySchema } from './mail-delivery.schema.js';

const logger = createLogger('test', 'silent');
let redis: TestRedis;
let mongo: TestMongo;
let connection: Connection;
let model: TypedModel<MailDelivery>;

beforeAll(async () => {
  [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
  connection = await connectMongo(mongo, logger);
  model = connection.model('mail_deliveries', mailDeliverySchema) as unknown as TypedModel<MailDelivery>;
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
  await Promise.all([redis.stop(), mongo.stop()]);
});

function delivery(): MailDelivery {
  const now = new Date();
  const _id = `${randomUUID()}_lead_owner`;
  return {
    ...{ _id, kind: 'lead_owner', lead_id: randomUUID(), to: null, reply_to: null, subject: 'New', text: 'Text' },
    ...{ html: null, one_click: null, secret_id: null, state: 'unsent', retries: 0, message_id: `<${_id}@docfolio>` },
    ...{ last_error: null, created_at: now, sent_at: null, expires_at: now, outbox: [] },
  };
}

it('records, finds and marks concurrent emails in one command each, and raises no event for one that has failed', async () => {
  const commands = connectRedis(redis.url, 'commands', logger);
  await whenReady(commands, 10_000);
  const outbox = new OutboxPublisher({ redisUrl: redis.url, logger });
  const mails = new MailDeliveryRepository(model, outbox);
  const [inserts, updates] = [jest.spyOn(model.collection, 'insertMany'), jest.spyOn(model.collection, 'bulkWrite')];
  const all = [delivery(), delivery(), delivery()];
  const failed = all[1]!;

  expect(await Promise.all([...all, failed].map((mail) => mails.record(mail)))).toMatchObject(
    [...all, failed].map(({ _id }) => ({ _id })),
  );
  expect(inserts).toHaveBeenCalledTimes(1);
  expect(await mails.find('unknown')).toBeNull();
  expect(await Promise.all(all.map(({ _id }) => mails.find(_id)))).toMatchObject(all.map(({ _id }) => ({ _id })));

  await model.updateOne({ _id: failed._id }, { $set: { state: 'failed' } });
  await Promise.all(all.map((mail) => mails.markSent(mail, new Date())));
  expect(updates).toHaveBeenCalledTimes(1);
  expect(await Promise.all(all.map(async ({ _id }) => (await mails.find(_id))?.state))).toEqual([
    'sent',
    'failed',
    'sent',
  ]);
  await outbox.close();
  const queue = openQueue(eventQueue('leads'), commands);
  const events = await queuedEvents(queue);
  expect(events.map(({ payload }) => (payload as { id: string }).id).sort()).toEqual([all[0]!._id, all[2]!._id].sort());
  await queue.close();
  await closeRedis(commands);
});
