import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ownEnvironment } from '../config.js';
import { runAttached } from '../run-program.js';
import { freePort } from '../supervisor/ports.js';
import { readRuntime } from '../supervisor/runtime-file.js';
import { systemEnv } from '../system-env.js';
import { findRoot, versionOf } from '../workspace.js';
import { type Account, type Story, sha256Of, Visitor } from './story.js';

// npm run record-release -w @docfolio/local -- [DIR]: runs the platform of a built checkout (by default this one) with
// demo records, uses it, and stores a backup of its data in infra/local/releases/<version>. Only for tests.

const owner: Account = { email: 'owner@example.com', password: 'correct-horse-battery' };
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const root = findRoot();
const recorded = resolve(process.argv[2] ?? root);
const target = join(root, 'infra/local/releases', versionOf(recorded));
const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-record-'));
const url = `http://127.0.0.1:${await freePort()}`;

const platform = spawn(process.execPath, [join(recorded, 'infra/local/dist/main.js'), 'start'], {
  cwd: recorded,
  env: {
    ...systemEnv(ownEnvironment()),
    PORT: new URL(url).port,
    DATA_DIR: dataDir,
    SEED: 'demo',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(platform, 'exit');
try {
  await whenReady();
  const visitor = new Visitor(url);
  await visitor.signIn(owner);
  const story = await write(visitor);
  // The service is paused, so that an accepted form stays a job.
  const pid = readRuntime(dataDir)?.children.find(({ name }) => name === 'leads')?.pid;
  if (!pid) throw new Error('leads is not running');
  process.kill(pid, 'SIGSTOP');
  if ((await visitor.contact(story.accepted)) !== 202) throw new Error('The form was not accepted as a job.');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const backup = [join(root, 'infra/local/dist/main.js'), 'docfolio', 'backup', '--plain', '--to', target];
  const code = await runAttached(process.execPath, backup, {
    cwd: root,
    env: { ...systemEnv(ownEnvironment()), DATA_DIR: dataDir },
  });
  if (code !== 0) throw new Error(`The backup failed (exit code ${code}).`);
  writeFileSync(join(target, 'story.json'), `${JSON.stringify(story, null, 2)}\n`);
  console.log(`Recorded in ${target}`);
} finally {
  platform.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Resolves when the launcher says that the site runs and the first admin exists. */
async function whenReady(): Promise<void> {
  const lines = createInterface({ input: platform.stdout });
  for await (const line of lines) {
    console.log(line);
    if (line.includes('Docfolio is ready')) return;
  }
  throw new Error(`${recorded} does not start.`);
}

async function write(visitor: Visitor): Promise<Story> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pixel)], { type: 'image/png' }), 'pixel.png');
  const image = await visitor.call<{ url: string }>('POST', '/admin/images', form);
  const path = new URL(image.url, url).pathname;
  const shown = await visitor.get(path);
  if (!shown.ok) throw new Error(`GET ${path} returned ${shown.status}`);
  const post = { title: 'Written before the upgrade', slug: 'written-before-the-upgrade' };
  await visitor.call('POST', '/admin/posts', {
    ...post,
    excerpt: 'A post with an image.',
    content: `## Before\n\n![A pixel](${path})\n`,
    category: 'Operations',
    published: true,
  });
  const stored = 'stored@example.com';
  if ((await visitor.contact(stored)) !== 201) throw new Error('The form was not stored.');
  const mails = join(dataDir, 'mail');
  const areSent = async () =>
    existsSync(mails) && readdirSync(mails).filter((name) => name.endsWith('.eml')).length >= 2;
  await waitFor('the emails to sender and owner', areSent, 30_000);
  const type = shown.headers.get('content-type') ?? '';
  return {
    owner,
    post,
    image: { path, type, sha256: await sha256Of(shown) },
    stored,
    accepted: 'accepted@example.com',
  };
}
