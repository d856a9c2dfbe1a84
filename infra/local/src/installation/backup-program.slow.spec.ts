/**
 * Backs up and restores through an S3 store, as the image of the tasks does: seven runs of the program.
 * @subject infra/tasks/src/container infra/backup/src/run-command.ts infra/backup/src/connections.ts
 * @subject infra/backup/src/secret-files.ts infra/tasks/src/programs/backup.ts infra/tasks/src/programs/restore.ts
 * @everyday infra/local/src/installation/backup-program.spec.ts
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TargetStores } from '../move-data/testing/installations.js';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';

const secret = (letter: string) => letter.repeat(40);

let stores: TargetStores;
let folder: string;
beforeAll(async () => {
  stores = await TargetStores.start();
  folder = mkdtempSync(join(tmpdir(), 'docfolio-secrets-'));
});
afterAll(async () => {
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program of the image `tasks`, with the settings of a container. */
function run(args: string[], env: Record<string, string> = {}) {
  const { mongodbUri, redisUrl } = stores.side.connection;
  return runToEnd(process.execPath, [join(findRoot(), 'infra/tasks/dist/main.js'), ...args], {
    cwd: findRoot(),
    env: {
      ...{ PATH: process.env.PATH, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl },
      ...{ MINIO_ENDPOINT: stores.s3Url, MINIO_ACCESS_KEY: 'S3RVER', MINIO_SECRET_KEY: 'S3RVER' },
      ...{ BACKUP_S3_ENDPOINT: stores.s3Url, BACKUP_S3_ACCESS_KEY: 'S3RVER', BACKUP_S3_SECRET_KEY: 'S3RVER' },
      ...{ JWT_SECRET: secret('j'), BYTES_SECRET: secret('b'), LINK_SECRET: secret('l') },
      // A prefix of a bucket that the platform uses itself.
      ...{
        BACKUP_TO: 's3://docfolio-leads/backups',
        BACKUP_PASSPHRASE: 'correct horse',
        LEADS_BUCKET: 'docfolio-leads/files',
      },
      ...env,
    },
  });
}

it('in containers, a backup goes to a bucket, encrypted, and comes back with its secrets', async () => {
  const { mongo, bucket } = stores.side;
  const leads = mongo.db('docfolio_leads').collection<{ _id: string }>('leads');
  await leads.insertMany([{ _id: 'a' }, { _id: 'b' }]);
  await bucket('blog-images').put('2026/image.png', Buffer.from('pixels'), { contentType: 'image/png' });

  const created = await run(['backup', '--encrypt', '--keep', '7d']);
  expect([created.code, created.output]).toEqual([0, expect.stringContaining('2 documents, 1 file')]);
  const [id] = /\d{8}T\d{6}Z-[0-9a-f]{6}/.exec(created.output)!;
  const verified = await run(['backup', 'verify']);
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('all as sealed')]);
  const last = JSON.parse((await stores.side.redis.get('docfolio:backup:last'))!);
  expect(last).toMatchObject({ id, bytes: expect.any(Number) });

  await leads.deleteMany({});
  await leads.insertOne({ _id: 'present' });
  await bucket('blog-images').remove('2026/image.png');
  expect((await run(['restore', id])).output).toContain('Docfolio still runs');
  stores.side.redis.disconnect();
  const others = { LINK_SECRET: secret('x') };
  const refused = await run(['restore', id], others);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Nothing was changed')]);
  expect(await leads.distinct('_id')).toEqual(['present']);

  const restored = await run(['restore', id, '--secrets-to', join(folder, 'secrets')], others);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('LINK_SECRET (link-secret)')]);
  expect(readFileSync(join(folder, 'secrets', 'link-secret'), 'utf8').trim()).toBe(secret('l'));
  expect(await leads.distinct('_id')).toEqual(['a', 'b']);
  expect(await text(await bucket('blog-images').get('2026/image.png'))).toBe('pixels');
  expect((await run(['restore', '--discard-old'])).output).toContain('removed 1 collections');
  await stores.side.redis.connect();
});
