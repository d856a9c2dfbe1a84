import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BSON } from 'mongodb';
import { lockData } from '../supervisor/data-lock.js';
import { signal } from '../supervisor/process-identity.js';
import { filledCollections } from './databases.js';
import { runMoveData, type Side, SourceInstallation, TargetStores } from './testing/installations.js';

jest.setTimeout(120_000);

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
    .insertMany(awkward() as never[]);
  await mongo
    .db('docfolio_gateway')
    .collection('users')
    .insertOne({ _id: 'u1', email: 'a@example.com' } as never);
  await mongo.db('docfolio_media').createCollection('images');
}

async function fillRedis({ redis }: Side): Promise<void> {
  await redis.hset('bull:submissions:1', 'data', '{"name":"ünï"}', 'attempts', '2147483647');
  await redis.rpush('bull:submissions:wait', ...Array.from({ length: 2_500 }, (_, index) => `job_${index}`));
  await redis.zadd('bull:mails:delayed', '7340032000000001', 'job_a', '0.1', 'job_b', '-inf', 'job_c');
  await redis.sadd('bull:mails:dependencies', 'c', 'a', 'b');
  for (let index = 0; index < 5; index++) await redis.xadd('docfolio:live', '*', 'change', `{"n":${index}}`);
  await redis.set('gateway:session:s1', '4:0', 'EX', 3_600);
  await redis.set('bull:submissions:id', Buffer.from([0, 1, 255]));
  await redis.set('docfolio:cache:sequence', '41');
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

const leadsThere = () => target.side.mongo.db('docfolio_leads').collection('leads').estimatedDocumentCount();

const line = (output: string, name: string) =>
  output
    .split('\n')
    .find((each) => each.includes(` ${name} `))
    ?.replace(/ +/g, ' ');

it('moves documents, Redis keys, files and secrets unchanged, and a second run finds them equal', async () => {
  await fillAll();
  const secretsTo = mkdtempSync(join(tmpdir(), 'docfolio-secrets-'));
  const first = await runMoveData(source, target, ['--secrets-to', secretsTo]);
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('equal')]);
  expect(line(first.output, 'docfolio_leads.leads')).toMatch(
    /^MongoDB docfolio_leads.leads 3,000 3,000 3,000 \S{12} equal$/,
  );
  expect(line(first.output, 'keys')).toMatch(/^Redis keys 8 8 8 \S{12} equal$/);
  expect(line(first.output, 'blog-images')).toMatch(/^objects blog-images 3 3 3 \S{12} equal$/);

  const { mongo, redis, bucket } = target.side;
  const double = await mongo
    .db('docfolio_content')
    .collection('posts')
    .findOne({ _id: 'whole double' as never }, { promoteValues: false });
  expect(double?.value).toBeInstanceOf(Double);
  expect(await redis.zrange('bull:mails:delayed', '0', '-1', 'WITHSCORES')).toEqual([
    'job_c',
    '-inf',
    'job_b',
    expect.stringMatching(/^0\.1/),
    'job_a',
    '7340032000000001',
  ]);
  expect(await redis.lrange('bull:submissions:wait', 1_998, 2_001)).toEqual([
    'job_1998',
    'job_1999',
    'job_2000',
    'job_2001',
  ]);
  expect(await redis.ttl('gateway:session:s1')).toBeGreaterThan(3_000);
  expect(await redis.exists('rpc:leads')).toBe(0);
  expect(await bucket('blog-images').stat('2026/b.svg')).toMatchObject({ size: 6, contentType: 'image/svg+xml' });
  expect((await buffer(await bucket('docfolio-leads').get('exports/1.csv'))).toString()).toBe('a;ü\n');

  const stored = JSON.parse(readFileSync(join(source.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  expect(readFileSync(join(secretsTo, 'link-secret'), 'utf8')).toBe(`${stored.linkSecret}\n`);
  for (const file of ['jwt-secret', 'bytes-secret', 'link-secret']) {
    expect(statSync(join(secretsTo, file)).mode & 0o777).toBe(0o600);
  }
  rmSync(secretsTo, { recursive: true });

  const second = await runMoveData(source, target);
  expect([second.code, second.output]).toEqual([0, expect.stringContaining('compared only')]);
  expect(line(second.output, 'docfolio_leads.leads')).toContain(' 3,000 3,000 0 ');
});

it("writes files below a bucket's prefix, and leaves other objects alone", async () => {
  await fillAll(1);
  const theirs = target.side.bucket('blog-images');
  await theirs.put('theirs.png', Buffer.from('x'), { contentType: 'image/png' });
  const { code, output } = await runMoveData(source, target, ['--media-bucket', 'blog-images/docfolio/media']);
  expect([code, output]).toEqual([0, expect.stringContaining('equal')]);
  expect(await theirs.stat('docfolio/media/2026/b.svg')).toMatchObject({ size: 6, contentType: 'image/svg+xml' });
  expect((await buffer(await theirs.get('theirs.png'))).toString()).toBe('x');
});

it('continues after a kill without copying anything twice', async () => {
  await fillAll(6_000);
  let pid = 0;
  const killed = runMoveData(source, target, [], (started) => (pid = started));
  let ended = false;
  void killed.then(() => (ended = true));
  while (!ended && (await leadsThere()) < 500) await new Promise((resolve) => setTimeout(resolve, 5));
  signal(pid, 'SIGKILL');
  expect((await killed).how).toBe('SIGKILL');
  const before = await leadsThere();
  expect(before).toBeLessThan(6_000);

  const resumed = await runMoveData(source, target);
  expect([resumed.code, resumed.output]).toEqual([0, expect.stringContaining('equal')]);
  expect(line(resumed.output, 'docfolio_leads.leads')).toContain(
    ` 6,000 6,000 ${(6_000 - before).toLocaleString('en-US')} `,
  );
  expect(line(resumed.output, 'keys')).toContain(' 8 8 8 ');
});

describe('a target that holds other data', () => {
  beforeEach(() => fillAll(10));

  it('refuses a target with another document, and leaves it unchanged', async () => {
    await target.side.mongo.db('docfolio_leads').collection('clients').insertOne({ name: 'somebody else' });
    const { code, output } = await runMoveData(source, target);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('documents that are not of this move: docfolio_leads.clients'),
    ]);
    expect(await leadsThere()).toBe(0);
    expect(await target.side.redis.dbsize()).toBe(0);
  });

  it('refuses a target with another Redis key', async () => {
    await target.side.redis.set('bull:mails:meta', 'x');
    const { code, output } = await runMoveData(source, target);
    expect([code, output]).toEqual([1, expect.stringContaining('Redis holds 1 keys that are not of this move')]);
    expect(await leadsThere()).toBe(0);
  });

  it('refuses a target with another object', async () => {
    await target.side.bucket('blog-images').put('theirs.png', Buffer.from('x'), { contentType: 'image/png' });
    const { code, output } = await runMoveData(source, target);
    expect([code, output]).toEqual([1, expect.stringContaining('only in the target: 1 (theirs.png)')]);
    expect(await leadsThere()).toBe(0);
  });

  it("refuses a target of another installation's move", async () => {
    await runMoveData(source, target);
    const other = new SourceInstallation();
    await other.fill((side) => fillDocuments(side, 1));
    const { code, output } = await runMoveData(other, target);
    other.remove();
    expect([code, output]).toEqual([1, expect.stringContaining("another installation's move")]);
  });
});

it('detects a corrupted document, key and object of a complete move, and repairs them with --overwrite', async () => {
  await fillAll(50);
  expect((await runMoveData(source, target)).code).toBe(0);
  const { mongo, redis, bucket } = target.side;
  const leads = mongo.db('docfolio_leads').collection('leads');
  // Changes the type of a number only: 3.0 became 3.
  await leads.updateOne({ name: 'Lead 3' }, { $set: { score: new Int32(3) } });
  await leads.deleteOne({ name: 'Lead 4' });
  await redis.lset('bull:submissions:wait', 2_400, 'another job');
  await bucket('blog-images').put('2026/b.svg', Buffer.from('<svG/>'), { contentType: 'image/svg+xml' });

  const found = await runMoveData(source, target);
  expect(found.code).toBe(1);
  expect(line(found.output, 'docfolio_leads.leads')).toMatch(
    /DIFFERS: missing in the target: 1 \(.*other content: 1 \(/,
  );
  expect(line(found.output, 'keys')).toContain('DIFFERS: other content: 1 (bull:submissions:wait)');
  expect(line(found.output, 'blog-images')).toContain('DIFFERS: other content: 1 (2026/b.svg)');
  expect(line(found.output, 'docfolio-leads')).toContain('equal');

  await redis.set('bull:mails:99', 'made in the target');
  const repaired = await runMoveData(source, target, ['--overwrite']);
  expect([repaired.code, repaired.output]).toEqual([0, expect.not.stringContaining('DIFFERS')]);
  expect(line(repaired.output, 'docfolio_leads.leads')).toContain(' 50 50 2 ');
  expect(await redis.exists('bull:mails:99')).toBe(0);
});

it('never removes objects from a bucket that an earlier run did not fill, even with --overwrite', async () => {
  await fillAll(10);
  expect((await runMoveData(source, target, ['--media-bucket', 'blog-images/docfolio'])).code).toBe(0);
  const theirs = target.side.bucket('blog-images');
  await theirs.put('theirs.png', Buffer.from('x'), { contentType: 'image/png' });
  // The second run omits the prefix, so it refers to the whole bucket.
  const { code, output } = await runMoveData(source, target, ['--overwrite']);
  expect([code, output]).toEqual([1, expect.stringContaining('objects that are not of this move')]);
  expect((await theirs.stat('theirs.png')).size).toBe(1);
});

it('overwrites a target in which a removed document has a unique value of a new one', async () => {
  await fillAll(10);
  expect((await runMoveData(source, target)).code).toBe(0);
  const emails = target.side.mongo.db('docfolio_leads').collection<{ _id: string; email: string }>('blog_subscribers');
  await emails.createIndex({ email: 1 }, { unique: true });
  await emails.insertOne({ _id: 'before', email: 'ada@example.com' });
  await source.fill(async ({ mongo }) => {
    const here = mongo.db('docfolio_leads').collection<{ _id: string; email: string }>('blog_subscribers');
    await here.insertOne({ _id: 'after', email: 'ada@example.com' });
  });
  const { code, output } = await runMoveData(source, target, ['--overwrite']);
  expect([code, output]).toEqual([0, expect.stringContaining('equal')]);
  expect(await emails.find().toArray()).toEqual([{ _id: 'after', email: 'ada@example.com' }]);
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
  expect(await filledCollections(target.side.mongo)).toEqual([]);
  expect(await target.side.mongo.db('docfolio_gateway').collection('data_move').countDocuments()).toBe(0);
  expect(await target.side.redis.dbsize()).toBe(0);
});

it('fails if files would be left behind because no target was named', async () => {
  await fillAll(1);
  const { TO_REDIS_URL: _, ...env } = target.env;
  Object.defineProperty(target, 'env', { value: env });
  const { code, output } = await runMoveData(source, target);
  expect(code).toBe(1);
  expect(line(output, 'keys')).toContain('DIFFERS: not moved, --to-redis is missing');
});
