/**
 * Runs the program three times.
 * @subject services/leads/src/bulk-seed.ts libs/service-kit/src/mongo/bulk-fill.ts libs/service-kit/src/mongo/bulk-seed.ts
 * @everyday services/leads/src/bulk-seed.spec.ts
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import mongoose, { type Connection } from 'mongoose';
import { bytesSecret, linkSecret } from './testing/leads-world.js';

const leads = 3_000;

let mongo: TestMongo;
let connection: Connection;

async function seed(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH!,
    REDIS_URL: 'redis://127.0.0.1:1',
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    OBJECT_STORE_DIR: __dirname,
    BYTES_SECRET: bytesSecret,
    LINK_SECRET: linkSecret,
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(__dirname, '../dist/bulk-seed.js'), ...args.flatMap((arg) => arg.split(' '))],
    { env },
  );
  return stdout;
}

const rows = (collection: string) => connection.collection(collection).countDocuments();

beforeAll(async () => {
  mongo = await startMongo();
  connection = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
});
afterAll(async () => {
  await connection?.close();
  await mongo?.stop();
});

it('Bulk seeding adds nothing in a second run, and only the missing ones for a larger number', async () => {
  await seed(`--leads ${leads}`);
  expect(await seed(`--leads ${leads}`)).toContain(`0 added, ${leads} were there`);
  expect(await seed(`--leads ${leads + 5}`)).toContain(`5 added, ${leads} were there`);
  expect(await rows('leads')).toBe(leads + 5);
});
