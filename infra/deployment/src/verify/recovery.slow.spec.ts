/**
 * Backs up a platform under load, and starts another one on the restored data.
 * @subject infra/backup/src/create-backup.ts infra/backup/src/restore infra/backup/src/sources
 * @subject infra/local/src/installation/backup.ts infra/local/src/installation/restore.ts infra/deployment/src/verify/load.ts
 * @subject infra/deployment/src/verify/ledger.ts
 * @everyday infra/backup/src/create-backup.spec.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TargetStores } from '@docfolio/local/move-data/testing/installations';
import type { Platform } from '@docfolio/local/platform';
import { runToEnd } from '@docfolio/local/run-program';
import { startTestPlatform } from '@docfolio/local/testing/test-platform';
import sharp from 'sharp';
import { root } from '../compose/compose-file.js';
import { AdminApi } from './admin-api.js';
import { Load } from './load.js';
import { isTo, Mailbox } from './mailbox.js';
import { RetryingClient } from './retrying-client.js';

jest.setTimeout(300_000);

const admin = { email: 'owner@example.com', password: 'correct-horse-battery' };
const platformEnv = {
  ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SMTP_URL: '', PUBLIC_MAILS_PER_HOUR: '10000' },
  ...{ RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development', LOG_LEVEL: 'error' },
};
/** Of ten, three are forms with two emails each, and one is an edit. */
const requestsPerSecond = 20;

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-recovery-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], env: Record<string, string>): Promise<string> {
  const program = [join(root, 'infra/local/dist/main.js'), 'docfolio', ...args];
  const { code, output } = await runToEnd(process.execPath, program, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  if (code !== 0) throw new Error(output);
  return output;
}

/** Uploads an image that no other upload equals. @returns its address and the SHA-256 of what is served there */
async function uploadImage(api: AdminApi, index: number): Promise<{ path: string; hash: string }> {
  const background = { r: index % 256, g: (index * 7) % 256, b: (index * 31) % 256 };
  const image = sharp({ create: { width: 64 + index, height: 64, channels: 3, background } });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }), `${index}.png`);
  const { url } = await api.call<{ url: string }>('POST', '/images', form);
  const path = new URL(url, api.client.origin).pathname;
  return { path, hash: await hashOf(api.client.origin, path) };
}

async function hashOf(origin: string, path: string): Promise<string> {
  const response = await fetch(`${origin}${path}`);
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

async function emailsPerForm(mailFolders: string[], forms: readonly string[]): Promise<number[]> {
  const present = mailFolders.filter((folder) => existsSync(folder));
  const messages = (await Promise.all(present.map((folder) => new Mailbox(folder).messages()))).flat();
  return forms.map((email) => messages.filter(isTo(email)).length);
}

it('a backup under load brings back every acknowledged write on other databases and another object store', async () => {
  const [dataDir, backups, wiped] = [newFolder(), newFolder(), newFolder()];
  let platform: Platform = await startTestPlatform({ dataDir, env: platformEnv });
  const api = new AdminApi(new RetryingClient(platform.url), admin);
  const load = new Load(api, requestsPerSecond, 'recovery');
  const images: { path: string; hash: string }[] = [];
  await load.prepare();
  load.start();
  let isOver = false;
  const upload = async () => {
    for (let index = 0; !isOver; index += 1) {
      images.push(await uploadImage(api, index));
      await delay(200);
    }
  };
  const uploading = upload();
  // Something of everything is there when the backup begins.
  while (load.sent < 200 || images.length < 5) await delay(50);
  const mark = load.ledger.mark();
  const imagesBefore = [...images];

  const made = await run(['backup', '--plain', '--to', backups], { DATA_DIR: dataDir });
  expect(made).toContain('documents');
  // The platform went on: these writes are newer than the backup.
  const sentDuring = load.sent;
  while (load.sent < sentDuring + 40) await delay(50);
  isOver = true;
  await uploading;
  const figures = await load.stop();
  expect(figures.failures).toEqual([]);
  await platform.stop();
  const oldMails = join(dataDir, 'mail');

  // The machine is lost: all but the backup and the mails that had been sent.
  for (const name of readdirSync(dataDir)) if (name !== 'mail') rmSync(join(dataDir, name), { recursive: true });
  const target = await TargetStores.start();
  try {
    const { mongodbUri, redisUrl } = target.side.connection;
    target.side.redis.disconnect();
    const stores = {
      ...{ MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, MINIO_ENDPOINT: target.s3Url },
      ...{ MINIO_ACCESS_KEY: 'S3RVER', MINIO_SECRET_KEY: 'S3RVER' },
    };
    const [id] = readdirSync(backups);
    await run(['restore', id!, '--from', backups], { DATA_DIR: wiped, ...stores });
    platform = await startTestPlatform({ dataDir: wiped, env: { ...platformEnv, ...stores } });
    try {
      const restored = new AdminApi(new RetryingClient(platform.url), admin);
      const compare = async () => {
        const leads = await restored.all<{ email: string; company: string | null }>('/leads');
        const stored = leads.map(({ email, company }) => ({ key: email, value: company }));
        return load.ledger.compare(stored, mark);
      };
      // Jobs that had been accepted run now.
      const deadline = Date.now() + 60_000;
      while ((await compare()).lost.length > 0 && Date.now() < deadline) await delay(200);
      expect(await compare()).toEqual({ lost: [], twice: [], lostEdits: [] });
      for (const { path, hash } of imagesBefore) expect([path, await hashOf(platform.url, path)]).toEqual([path, hash]);

      const forms = mark.creations.filter((email) => email.startsWith('form-'));
      const mails = () => emailsPerForm([oldMails, join(wiped, 'mail')], forms);
      while ((await mails()).includes(0) && Date.now() < deadline) await delay(200);
      const counts = await mails();
      expect(counts.filter((count) => count < 1 || count > 2)).toEqual([]);
      const twice = counts.filter((count) => count === 2).length;
      console.log(
        `recovery: ${mark.creations.length} records and ${imagesBefore.length} images were acknowledged before the backup began, all came back; of ${forms.length} emails, ${twice} were sent twice`,
      );
    } finally {
      await platform.stop();
    }
  } finally {
    await target.stop();
  }
});
