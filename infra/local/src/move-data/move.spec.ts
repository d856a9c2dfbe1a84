import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import type { Sources } from '@docfolio/backup/run-command';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { openQueue } from '@docfolio/service-kit/queue';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { move, moveFolder } from './move.js';

let folder: string;
let sources: Sources;
let target: RestoreTarget & { redis: { client: Redis } };
const ends: (() => Promise<unknown>)[] = [];

async function startSide() {
  const [server, store] = await Promise.all([startMongo(), startRedis()]);
  const mongo = await new MongoClient(server.uri).connect();
  const redis = new Redis(store.url, { maxRetriesPerRequest: null });
  ends.push(async () => {
    await mongo.close();
    redis.disconnect();
    await Promise.all([server.stop(), store.stop()]);
  });
  return { mongo, redis };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-move-'));
  const [from, to] = await Promise.all([startSide(), startSide()]);
  const filesOf = (name: string) => ({ media: new FolderObjectStore(join(folder, name)) });
  sources = {
    ...{ ...from, objects: filesOf('from'), secrets: { linkSecret: 'l' } },
    ...{ platform: '0.1.0', installation: 'abc' },
  };
  target = {
    mongo: { client: to.mongo, isNew: false },
    redis: { client: to.redis, isNew: false },
    objects: filesOf('to'),
  };
  const leads = Array.from({ length: 50 }, (_, index) => ({ _id: `lead-${index}` }));
  await from.mongo.db('docfolio_leads').collection<{ _id: string }>('leads').insertMany(leads);
  const queue = openQueue('submissions-leads', from.redis);
  await queue.add('submission', { n: 1 }, { jobId: 's_1' });
  await queue.close();
  await sources.objects.media!.put('a.png', Buffer.from('pixels'), { contentType: 'image/png' });
});
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  rmSync(folder, { recursive: true, force: true });
});

const run = async (overwrite = false): Promise<string[]> => {
  const done: string[] = [];
  await move({ sources, target, folder: moveFolder(folder), overwrite }, async (name, work) => {
    done.push(`${name}: ${await work(() => undefined)}`);
  });
  return done;
};

it('refuses to replace data of other stores without permission, and else moves documents, jobs and files there', async () => {
  const leads = target.mongo.client.db('docfolio_leads').collection<{ _id: string }>('leads');
  await leads.insertOne({ _id: 'present' });
  const message = expect.stringContaining('holds documents in docfolio_leads.leads');
  expect(await rejectionOf(run())).toMatchObject({ message });
  expect(await leads.countDocuments()).toBe(1);

  expect(await run(true)).toEqual([
    expect.stringContaining('50 documents, 1 file'),
    'verify: all as written',
    'restore: done',
  ]);
  expect(await leads.countDocuments()).toBe(50);
  expect(await target.mongo.client.db('docfolio_leads').collection('replaced.leads').countDocuments()).toBe(1);
  const queue = openQueue('submissions-leads', target.redis.client);
  expect((await queue.getJob('s_1'))?.data).toEqual({ n: 1 });
  await queue.close();
  expect(await text(await target.objects.media!.get('a.png'))).toBe('pixels');
});
