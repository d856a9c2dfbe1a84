import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPlatform } from '@docfolio/local/platform';
import { sizes, type Theme, useTheme } from './support/look.js';
import { platformEnv, withOwnPlatform } from './support/platform.js';
import { RemoteBuilds, remotesCommand, remotesCommandOf } from './support/remote-builds.js';
import { expect, fillContactForm, newVisitor, signIn, test, toastOf } from './support/test.js';

const pictures: { device: keyof typeof sizes; theme: Theme; page: 'leads' | 'contact' }[] = [
  { device: 'desktop', theme: 'dark', page: 'leads' },
  { device: 'desktop', theme: 'light', page: 'contact' },
  { device: 'phone', theme: 'dark', page: 'leads' },
  { device: 'phone', theme: 'light', page: 'contact' },
];

test('the pictures of the README', async ({ browser }) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-pictures-'));
  const platform = await startPlatform({ dataDir, env: { ...platformEnv, SEED: 'demo' } });
  try {
    for (const { device, theme, page: name } of pictures) {
      const page = await newVisitor(browser, platform, { viewport: sizes[device], deviceScaleFactor: 1.5 });
      await useTheme(page, theme);
      if (name === 'contact') {
        await page.goto('/contact');
        await fillContactForm(page, { name: 'Maya', email: 'maya@example.com', message: 'Can we talk?' });
        await page.locator('form button[type="submit"]').click();
        await expect(toastOf(page)).toContainText('Thank you for your inquiry!');
      } else {
        await signIn(page, '/admin/leads');
        await expect(page.getByText('Ingrid Solheim')).toBeVisible();
        await expect(page.getByRole('heading', { name: /Leads \(\d+\)/ })).toBeVisible();
      }
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({
        path: picture(`${name}-${device}-${theme}`),
      });
      await page.context().close();
    }
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('the picture of docs/remotes.md', async ({ browser }) => {
  // It builds the blog twice.
  test.setTimeout(300_000);
  const builds = new RemoteBuilds();
  const commits = [
    { sha: 'e07b6d1', title: 'Faster code highlighting', author: 'Jonas Adler' },
    { sha: '4e1f7a9', title: 'Reading list under each post', author: 'Olivia Wren' },
  ];
  await withOwnPlatform(
    async (platform) => {
      const published: string[] = [];
      for (const { sha, title, author } of commits) {
        const dist = await builds.blog('src/routes.tsx', (source) => `${source}\n// ${title}\n`);
        const ci = { CI_COMMIT_SHA: sha.padEnd(40, '0'), CI_COMMIT_TITLE: title, GITLAB_USER_LOGIN: author };
        published.push(await remotesCommandOf(ci, platform, 'publish', 'blog', '--dist', dist));
      }
      const [stable = '', canary = ''] = published;
      await remotesCommand(platform, 'promote', 'blog', stable, '--reason', commits[0]!.title);
      await remotesCommand(
        platform,
        'promote',
        'blog',
        canary,
        '--percent',
        '10',
        '--auto',
        '--reason',
        'Reading list',
      );
      await remotesCommand(platform, 'pin', 'crm');
      await report(platform.url, { build: stable, bucket: 99, loads: 900, lcp: 1_680 });
      await report(platform.url, { build: canary, bucket: 0, loads: 120, lcp: 1_490 });

      const page = await newVisitor(browser, platform, { viewport: sizes.desktop, deviceScaleFactor: 1.5 });
      await useTheme(page, 'dark');
      await signIn(page, '/admin/deployments');
      await expect(page.getByText(canary).first()).toBeVisible();
      await expect(page.getByText('page loads')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: picture('deployments-desktop-dark') });
    },
    { SEED: 'demo', TRUSTED_PROXIES: '127.0.0.1,::1' },
  ).finally(() => builds.remove());
});

const picture = (name: string) => fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url));

interface Loads {
  build: string;
  /** Bucket of the visitors, which decides whether they get the canary. */
  bucket: number;
  loads: number;
  lcp: number;
}

/** Loads the blog from another network each time, and reports the build, with Web Vitals around an LCP in ms. */
async function report(url: string, { build, bucket, loads, lcp }: Loads): Promise<void> {
  for (let n = 0; n < loads; n += 1) {
    const headers = { 'x-forwarded-for': `10.${bucket}.${n >> 8}.${n % 256}` };
    const page = await fetch(`${url}/blog`, { headers: { ...headers, cookie: `docfolio_bucket=${bucket}` } });
    await page.body?.cancel();
    const token = /desc="(.+)"/.exec(page.headers.get('server-timing') ?? '')?.[1];
    const vitals = { lcp: lcp + 4 * (n % 50), cls: 0.02, inp: 110 + (n % 20) };
    const reports = [
      { remote: 'blog', build, result: 'loaded' },
      { remote: 'blog', build, result: 'vitals', ...vitals },
    ];
    const response = await fetch(`${url}/api/v1/remote-reports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ reports, token }),
    });
    expect(response.status).toBe(200);
  }
}
