/**
 * Restores the data of each release, and starts and uses this version on it.
 * @subject infra/local/releases infra/local/src/releases infra/local/src/restore services/content/src/process.ts
 * @subject services/notifications/src/process.ts libs/service-kit/src/mongo/migrations
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import type { Platform } from '../platform.js';
import { runToEnd } from '../run-program.js';
import { startTestPlatform } from '../testing/test-platform.js';
import { findRoot } from '../workspace.js';
import { type Story, sha256Of, Visitor } from './story.js';

const root = findRoot();
const releases = join(root, 'infra/local/releases');

const versions = readdirSync(releases, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

jest.setTimeout(180_000);

const command = (dataDir: string, ...args: string[]) =>
  runToEnd(process.execPath, [join(root, 'infra/local/dist/main.js'), 'docfolio', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });

it('the data of release 0.1.0 is recorded', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('the data of release %s', (version) => {
  let dataDir: string;
  let platform: Platform | undefined;
  let visitor: Visitor;
  const folder = join(releases, version);
  const story = JSON.parse(readFileSync(join(folder, 'story.json'), 'utf8')) as Story;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'docfolio-release-'));
    const [backup] = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifest.json')));
    const restored = await command(dataDir, 'restore', join(folder, backup!));
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Start Docfolio with npm start')]);
    platform = await startTestPlatform({ dataDir, env: { PATH: process.env.PATH!, REPLICAS: '1', SEED: 'none' } });
    visitor = new Visitor(platform.url);
    await visitor.signIn(story.owner);
  });
  afterAll(async () => {
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is migrated by the start of this version', async () => {
    const { code, output } = await command(dataDir, 'migrate', 'status');
    expect([code, output]).toEqual([0, expect.stringContaining('All data is up to date.')]);
  });

  it('has its leads, with the form that was accepted before the upgrade', async () => {
    await waitFor('the accepted form', async () => (await visitor.leads()).includes(story.accepted), 30_000);
    const leads = await visitor.leads();
    expect(leads.filter((email) => [story.stored, story.accepted].includes(email))).toHaveLength(2);
    expect(leads.length).toBeGreaterThan(10);
  });

  it('has jobs and events that this version understands', async () => {
    const redis = new Redis(platform!.connection.REDIS_URL!);
    const count = async (state: string) => {
      const keys = (await redis.scanStream({ match: `bull:*:${state}` }).toArray()).flat() as string[];
      return Promise.all(keys.map((key) => (state === 'failed' ? redis.zcard(key) : redis.llen(key))));
    };
    const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
    await waitFor('the jobs', async () => sum([...(await count('wait')), ...(await count('active'))]) === 0, 30_000);
    expect(sum(await count('failed'))).toBe(0);
    redis.disconnect();
  });

  it('has its posts for visitors, with their images', async () => {
    const page = await visitor.get(`/blog/${story.post.slug}`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(story.post.title);
    expect(html).toContain(story.image.path);
    const image = await visitor.get(story.image.path);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, story.image.type]);
    expect(await sha256Of(image)).toBe(story.image.sha256);
  });

  it('has comments, subscribers, testimonials and bookmarks that the CRM can list', async () => {
    for (const path of ['comments', 'subscribers', 'testimonials', 'bookmarks', 'clients', 'projects', 'posts']) {
      const { items } = await visitor.call<{ items: object[] }>('GET', `/admin/${path}`);
      expect([path, items.length]).toEqual([path, expect.any(Number)]);
      expect(items.length).toBeGreaterThan(0);
    }
  });

  it('takes a contact form and its status', async () => {
    expect(await visitor.contact('after@example.com')).toBe(201);
    const { items } = await visitor.call<{ items: { id: string; email: string; version: number }[] }>(
      'GET',
      '/admin/leads?search=after%40example.com',
    );
    expect(items.map(({ email }) => email)).toEqual(['after@example.com']);
    const { id, version: lead } = items[0]!;
    await visitor.call('PATCH', `/admin/leads/${id}`, { version: lead, status: 'contacted' });
  });
});
