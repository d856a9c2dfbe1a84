/**
 * Moves whole installations, by the command, to other databases and an S3 store.
 * @subject infra/local/src/installation/move-data.ts infra/local/src/move-data infra/backup/src/restore
 * @subject infra/backup/src/create-backup.ts
 * @everyday infra/local/src/move-data/move.spec.ts
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openQueue } from '@docfolio/service-kit/queue';
import { BSON } from 'mongodb';
import { runToEnd } from '../run-program.js';
import { lockData } from '../supervisor/data-lock.js';
import { findRoot } from '../workspace.js';
import { runMoveData, type Side, SourceInstallation, TargetStores } from './testing/installations.js';

let source: SourceInstallation;
let target: TargetStores;

beforeEach(async () => {
  source = new SourceInstallation();
  target = await TargetStores.start();
});

afterEach(async () => {
  await target.stop();
  source.remove();
});

const { Binary, Decimal128, Double, Int32, Long, ObjectId, UUID } = BSON;

/** Documents with values that a copy through JSON or plain JavaScript would change. */
const awkward = () => [
  { _id: 'whole double', value: new Double(1) },
  { _id: 'negative zero', value: new Double(-0) },
  { _id: 'not a number', value: Number.NaN, infinite: Number.NEGATIVE_INFINITY },
  { _id: 'long', value: Long.fromString('9007199254740993'), small: new Int32(1) },
  { _id: 'decimal', value: Decimal128.fromString('1.10'), big: Decimal128.fromString('9.99E+6144') },
  { _id: 'dates', value: new Date(-1), late: new Date(8_640_000_000_000_000) },
  { _id: 'binary', value: new Binary(Buffer.from([0, 255, 10]), 0x80), uuid: new UUID(), empty: Buffer.alloc(0) },
  { _id: 'text', value: 'ünïcode 🎉 \u0000 \u2028', '': 'an empty name' },
  { _id: 'nested', value: { a: [1, { b: [[], {}, null] }], 10: 'ten', 9: 'nine' } },
  { _id: new ObjectId(), value: 'an ObjectId as _id' },
  { _id: 7, value: 'a number as _id' },
  { _id: { compound: new Date(5) }, value: 'a document as _id' },
];

const originals = awkward();

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: createHash('sha256').update(String(index)).digest('hex').slice(0, 24),
    name: `Lead ${index}`,
    score: index % 3 === 0 ? new Double(index) : index,
    at: new Date(1_700_000_000_000 + index),
    tags: ['a', `t${index % 7}`],
    note: 'x'.repeat(index % 300),
  }));

async function fillDocuments({ mongo }: Side, count = 3_000): Promise<void> {
  await mongo
    .db('docfolio_leads')
    .collection('leads')
    .insertMany(rows(count) as never[]);
  await mongo
    .db('docfolio_content')
    .collection('posts')
    .insertMany(originals as never[]);
  await mongo
    .db('docfolio_gateway')
    .collection('users')
    .insertOne({ _id: 'u1', email: 'a@example.com' } as never);
  await mongo.db('docfolio_media').createCollection('images');
}

async function fillRedis({ redis }: Side): Promise<void> {
  const queue = openQueue('submissions-leads', redis);
  await queue.add('submission', { name: 'ünï' }, { jobId: 's_1' });
  await queue.close();
  await redis.xadd('docfolio:live', '*', 'change', '{}');
  await redis.set('gateway:session:s1', '4:0', 'EX', 3_600);
  await redis.rpush('rpc:leads', '1|{}');
}

async function fillObjects({ bucket }: Side): Promise<void> {
  const images = bucket('blog-images');
  await images.put('2026/a.png', Buffer.alloc(300_000, 7), { contentType: 'image/png' });
  await images.put('2026/b.svg', Buffer.from('<svg/>'), { contentType: 'image/svg+xml' });
  await images.put('empty', Buffer.alloc(0), { contentType: 'text/plain' });
  await bucket('docfolio-leads').put('exports/1.csv', Buffer.from('a;ü\n'), { contentType: 'text/csv; charset=utf-8' });
}

const fillAll = (count?: number) =>
  source.fill(async (side) => {
    await Promise.all([fillDocuments(side, count), fillRedis(side), fillObjects(side)]);
  });

const leadsIn = (side: Side) => side.mongo.db('docfolio_leads').collection<{ _id: string }>('leads');

/** Runs the command. The platform of the target does not run: its Redis has no other clients. */
async function moved(args: string[] = []) {
  target.side.redis.disconnect();
  const result = await runMoveData(source, target, args);
  await target.side.redis.connect();
  return result;
}

it('moves documents, jobs, other keys, files and secrets', async () => {
  await fillAll();
  const secretsTo = mkdtempSync(join(tmpdir(), 'docfolio-secrets-'));
  const { code, output } = await moved(['--secrets-to', secretsTo]);
  expect([code, output]).toEqual([0, expect.stringContaining('documents, 4 files')]);

  const { mongo, redis, bucket } = target.side;
  expect(await leadsIn(target.side).countDocuments()).toBe(3_000);
  const posts = mongo.db('docfolio_content').collection('posts');
  const raw = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const;
  const byId = (documents: object[]) =>
    new Map(documents.map((each) => [JSON.stringify((each as { _id: unknown })._id), each]));
  const [stored, given] = [byId(await posts.find({}, raw).toArray()), byId(originals)];
  for (const [id, document] of given)
    expect(BSON.serialize(stored.get(id)!)).toEqual(BSON.serialize(BSON.deserialize(BSON.serialize(document), raw)));

  const queue = openQueue('submissions-leads', redis);
  expect((await queue.getJob('s_1'))?.data).toEqual({ name: 'ünï' });
  await queue.close();
  expect(await redis.ttl('gateway:session:s1')).toBeGreaterThan(3_000);
  expect(await redis.exists('rpc:leads', 'docfolio:live')).toBe(0);
  expect(await bucket('blog-images').stat('2026/b.svg')).toMatchObject({ size: 6, contentType: 'image/svg+xml' });
  expect((await buffer(await bucket('docfolio-leads').get('exports/1.csv'))).toString()).toBe('a;ü\n');

  const secrets = JSON.parse(readFileSync(join(source.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  expect(readFileSync(join(secretsTo, 'link-secret'), 'utf8')).toBe(`${secrets.linkSecret}\n`);
  for (const file of ['jwt-secret', 'bytes-secret', 'link-secret'])
    expect(statSync(join(secretsTo, file)).mode & 0o777).toBe(0o600);
  rmSync(secretsTo, { recursive: true });
  expect(existsSync(join(source.dataDir, 'moving'))).toBe(false);
});

it("writes files below a bucket's prefix, and leaves other objects alone", async () => {
  await fillAll(1);
  const theirs = target.side.bucket('blog-images');
  await theirs.put('theirs.png', Buffer.from('x'), { contentType: 'image/png' });
  expect((await moved(['--media-bucket', 'blog-images/docfolio/media'])).code).toBe(0);
  expect(await theirs.stat('docfolio/media/2026/b.svg')).toMatchObject({ size: 6, contentType: 'image/svg+xml' });
  expect((await buffer(await theirs.get('theirs.png'))).toString()).toBe('x');
});

it('refuses a target with other documents or keys, and replaces them with --overwrite', async () => {
  await fillAll(10);
  await target.side.mongo.db('docfolio_leads').collection('clients').insertOne({ name: 'somebody else' });
  await target.side.redis.set('bull:mails:meta', 'x');
  const refused = await moved();
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('holds documents in docfolio_leads.clients, and 1 Redis keys'),
  ]);
  expect(await leadsIn(target.side).countDocuments()).toBe(0);

  expect((await moved(['--overwrite'])).code).toBe(0);
  expect(await leadsIn(target.side).countDocuments()).toBe(10);
  expect(await target.side.mongo.db('docfolio_leads').collection('clients').countDocuments()).toBe(0);
  expect(await target.side.mongo.db('docfolio_leads').collection('replaced.clients').countDocuments()).toBe(1);
  expect(await target.side.redis.exists('bull:mails:meta')).toBe(0);
});

it('completes a run that was interrupted while it replaced the data of the target', async () => {
  await fillAll(10);
  const journal = target.side.mongo.db('docfolio_gateway').collection<{ _id: string }>('restore_journal');
  // As after a kill at that time: a backup in the folder, and the plan in the target.
  const backups = mkdtempSync(join(tmpdir(), 'docfolio-backups-'));
  const made = await runToEnd(
    process.execPath,
    [join(findRoot(), 'infra/local/dist/main.js'), 'docfolio', 'backup', '--plain', '--to', backups],
    { cwd: findRoot(), env: { PATH: process.env.PATH, DATA_DIR: source.dataDir } },
  );
  expect(made.code).toBe(0);
  const [id] = readdirSync(backups);
  cpSync(backups, join(source.dataDir, 'moving'), { recursive: true });
  rmSync(backups, { recursive: true });
  const restoring = target.side.mongo.db('docfolio_leads').collection<{ _id: string }>('restoring.leads');
  await restoring.insertOne({ _id: 'written before' });
  const renamings = [{ database: 'docfolio_leads', from: 'restoring.leads', to: 'leads' }];
  await journal.insertOne({ _id: 'restore', backup: id, state: 'swapping', renamings } as never);

  const { code, output } = await moved();
  expect([code, output]).toEqual([0, expect.stringContaining('the interrupted run is completed')]);
  expect(await leadsIn(target.side).distinct('_id')).toEqual(['written before']);
  expect(await target.side.redis.exists('gateway:session:s1')).toBe(1);

  await journal.insertOne({ _id: 'restore', backup: '20260101T000000Z-aaaaaa', state: 'swapping', renamings } as never);
  expect(await moved()).toMatchObject({ code: 1, output: expect.stringContaining('Complete that one first') });
});

it('refuses to move to a platform that runs', async () => {
  await fillAll(1);
  const { code, output } = await runMoveData(source, target);
  expect([code, output]).toEqual([1, expect.stringContaining('Docfolio still runs')]);
});

it('refuses to leave accepted jobs or files behind', async () => {
  await fillAll(1);
  Object.defineProperty(target, 'env', { value: { ...target.env, TO_REDIS_URL: '' } });
  expect(await runMoveData(source, target)).toMatchObject({
    code: 2,
    output: expect.stringContaining('--to-redis is missing'),
  });
});

it('refuses to move data while Docfolio runs on it', async () => {
  await fillAll(1);
  const lock = lockData(source.dataDir, 'http://localhost:4200');
  const { code, output } = await runMoveData(source, target);
  lock.release();
  expect([code, output]).toEqual([1, expect.stringContaining('Stop it first')]);
  expect(existsSync(join(source.dataDir, 'runtime.json'))).toBe(false);
});

it('refuses --to-s3 before copying anything while the source uses MINIO_ENDPOINT, whose objects it does not read', async () => {
  await fillAll(1);
  Object.defineProperty(target, 'env', { value: { ...target.env, MINIO_ENDPOINT: 'http://127.0.0.1:9' } });
  const { code, output } = await runMoveData(source, target);
  expect([code, output]).toEqual([2, expect.stringMatching(/--to-s3 .*MINIO_ENDPOINT.*Nothing was copied/)]);
  expect(await leadsIn(target.side).countDocuments()).toBe(0);
  expect(await target.side.redis.dbsize()).toBe(0);
});
