/**
 * Kills the server six times while four processes write.
 * @subject infra/embedded-mongo/src/storage infra/embedded-mongo/src/main.ts
 * @subject infra/embedded-mongo/src/commands/write.ts infra/embedded-mongo/src/commands/write-jobs.ts
 * @everyday infra/embedded-mongo/test/server.spec.ts
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startServer, type TestServer } from './server';

/**
 * Four processes insert 10,000 documents while the server is killed (SIGKILL) and restarted. All acknowledged writes
 * must be stored, and the indexes must agree with the documents.
 */
const writers = 4;
const writesEach = 2500;
const kills = 5;

let server: TestServer;
afterAll(() => server?.stop());

test('no acknowledged write is missing after six kill -9 of the server', async () => {
  server = await startServer();
  const { port, folder, uri } = server;
  const setup = await MongoClient.connect(uri);
  const counters = setup.db('crash').collection('writes');
  await counters.createIndex({ writer: 1, n: 1 }, { unique: true });
  await counters.createIndex({ tags: 1 });
  await setup.close();

  const acknowledged: number[][] = [];
  const progress = Array.from({ length: writers }, () => 0);
  const processes = Array.from({ length: writers }, (_, writer) => {
    acknowledged[writer] = [];
    const script = path.join(__dirname, '../dist/crash-writer.fixture.js');
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, WRITER_URI: uri, WRITER: String(writer), WRITES: String(writesEach) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = readline.createInterface({ input: child.stdout! });
    lines.on('line', (line) => {
      for (const n of JSON.parse(line) as number[]) acknowledged[writer]!.push(n);
      progress[writer] = acknowledged[writer]!.length;
    });
    return new Promise<number | null>((resolve) => child.once('exit', resolve));
  });
  const total = (): number => progress.reduce((sum, each) => sum + each, 0);
  for (let kill = 1; kill <= kills; kill++) {
    while (total() < (kill * writers * writesEach) / (kills + 1)) await wait(5);
    await server.end('SIGKILL');
    server = await startServer(folder, port);
  }
  expect(await Promise.all(processes)).toEqual(Array.from({ length: writers }, () => 0));
  expect(total()).toBe(writers * writesEach);

  await server.end('SIGKILL');
  server = await startServer(folder, port);
  const client = await MongoClient.connect(server.uri);
  const collection = client.db('crash').collection('writes');
  const docs = await collection.find({}, { hint: { $natural: 1 } as never }).toArray();
  const stored = new Map(docs.map((doc) => [`${doc.writer}/${doc.n}`, doc]));
  for (let writer = 0; writer < writers; writer++)
    for (const n of acknowledged[writer]!) expect(stored.get(`${writer}/${n}`)?.done).toBe(true);
  expect(stored.size).toBe(docs.length);
  // Full scans by each index and counts from keys alone must agree with the documents.
  expect(await collection.find().hint({ writer: 1, n: 1 }).toArray()).toHaveLength(docs.length);
  expect(await collection.estimatedDocumentCount()).toBe(docs.length);
  for (let tag = 0; tag < 10; tag++) {
    expect(await collection.countDocuments({ tags: `t${tag}` })).toBe(
      docs.filter((doc) => doc.tags.includes(`t${tag}`)).length,
    );
  }
  for (const doc of docs.slice(0, 500)) expect(await collection.countDocuments({ _id: doc._id })).toBe(1);
  await client.close();
});
