import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';

// CPU time in ms that the built server takes per command, medians of the rounds: `node dist/server.bench.js [rounds]`.
// Arguments after the rounds are Node options of the server, such as --cpu-prof.
// The documents have the shape and the indexes of posts and leads.

const rounds = Number(process.argv[2] ?? 5);
const posts = 5_000;
const categories = ['Design', 'Engineering', 'Career', 'Process', 'Tools'];
const body = 'A sentence of a post that many readers like. '.repeat(150);

const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
const main = fileURLToPath(new URL('main.js', import.meta.url));
const server = spawn(process.execPath, [...process.argv.slice(3), main], {
  env: { PATH: process.env.PATH, DATA_DIR: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise<number>((resolve) => {
  server.stdout.once('data', (line) => resolve(JSON.parse(String(line)).port));
});

/** Returns the CPU time of the server's threads in ms. schedstat begins with the nanoseconds on a CPU. */
function cpu(): number {
  const stat = (thread: string) => readFileSync(`/proc/${server.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0];
  return readdirSync(`/proc/${server.pid}/task`).reduce((sum, thread) => sum + Number(stat(thread)), 0) / 1e6;
}

const post = (index: number) => ({
  _id: `post-${index}`,
  created_at: new Date(index * 3_600_000),
  updated_at: new Date(index * 3_600_000),
  deleted_at: null,
  version: 1,
  op_hash: 'hash',
  outbox: [] as object[],
  slug: `a-post-${index}`,
  title: `A post about topic ${index}`,
  category: categories[index % categories.length]!,
  excerpt: 'What it is about',
  tags: ['one', 'two', `tag ${index % 50}`],
  content: body,
  published: index % 10 > 0,
  published_at: new Date(index * 3_600_000),
  search_grams: Array.from({ length: 40 }, (_, at) => `g${(index * 7 + at) % 900}`),
});

type Post = ReturnType<typeof post>;
const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`);
const collection = client.db('bench').collection<Post>('posts');
const active = { partialFilterExpression: { deleted_at: null } };
await collection.createIndex({ slug: 1 }, { unique: true, ...active });
await collection.createIndex({ published: 1, published_at: -1, _id: -1 }, active);
await collection.createIndex({ published: 1, category: 1, published_at: -1, _id: -1 }, active);
await collection.createIndex({ created_at: -1, _id: -1 }, active);
await collection.createIndex({ created_at: 1 }, active);
await collection.createIndex({ search_grams: 1 }, active);
await collection.createIndex({ 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.at': { $exists: true } } });
await collection.insertMany(Array.from({ length: posts }, (_, index) => post(index)));

let next = posts;
let step = 0;
const someId = () => `post-${(step++ * 7_919) % posts}`;
/** Runs commands, 16 at a time. */
async function repeat(count: number, one: () => Promise<unknown>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

const cases: Record<string, [number, () => Promise<unknown>]> = {
  'find by _id': [1_000, () => collection.findOne({ _id: someId(), deleted_at: null }, { projection: { title: 1 } })],
  'find by unique slug': [1_000, () => collection.findOne({ slug: `a-${someId()}`, deleted_at: null })],
  'update of a field without index': [
    500,
    () => collection.updateOne({ _id: someId(), deleted_at: null }, { $inc: { version: 1 } }),
  ],
  'find and modify, outbox': [
    500,
    () =>
      collection.findOneAndUpdate(
        { _id: someId(), deleted_at: null },
        { $push: { outbox: { id: `${step}`, at: new Date() } }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      ),
  ],
  insert: [500, () => collection.insertOne(post(next++))],
  'page of 9': [
    300,
    () =>
      collection
        .find({ published: true, deleted_at: null }, { projection: { content: 0 } })
        .sort({ published_at: -1, _id: -1 })
        .limit(9)
        .toArray(),
  ],
  'count by index': [300, () => collection.countDocuments({ published: true, deleted_at: null })],
  distinct: [5, () => collection.distinct('category', { published: true, deleted_at: null })],
};

try {
  const spent: Record<string, number[]> = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // The first round warms up.
  for (let round = -1; round < rounds; round++)
    for (const [name, [count, one]] of Object.entries(cases)) {
      const before = cpu();
      await repeat(count, one);
      if (round >= 0) spent[name]!.push((cpu() - before) / count);
    }
  for (const [name, all] of Object.entries(spent)) {
    const median = all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
    console.log(`${name.padEnd(34)}${median.toFixed(3).padStart(9)} ms`);
  }
} finally {
  await client.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(folder, { recursive: true });
}
