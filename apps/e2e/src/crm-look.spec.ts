import type { Page } from '@playwright/test';
import { ownerApi, test } from './support/demo.js';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  longestPost,
  longWord,
  rightToLeft,
  sizes,
  type Theme,
  themes,
  useTheme,
} from './support/look.js';
import { expect, newVisitor, signIn } from './support/test.js';

const long = longWord;
const address = `${long.slice(0, 60)}@${'long-subdomain.'.repeat(8)}example.com`;
const text = `${long} ${rightToLeft}\n\n`.repeat(8);

const pages = [
  '/admin',
  '/admin/leads',
  '/admin/leads?search=nothing-has-this',
  '/admin/clients',
  '/admin/projects',
  '/admin/service-inquiries',
  '/admin/portfolio-inquiries',
  '/admin/blog-subscribers',
  '/admin/testimonials',
  '/admin/blog',
  '/admin/blog?search=nothing-has-this',
  '/admin/blog/comments',
  '/admin/blog/new',
  '/admin/bookmarks',
  '/admin/trash',
  '/admin/attention',
];

test.describe('every admin page at both sizes and themes', () => {
  /** Records with the longest values that are taken, by the page that opens them. */
  const opened: string[] = [];
  /** A post of such values, in the editor. */
  let edited = '';

  test.beforeAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    const made = async (path: string, body: object) =>
      opened.push(`/admin${path}/${(await owner.send<{ id: string }>('POST', path, body)).id}`);
    const person = { name: long, email: address, company: long, phone: '+47 5550 1842 '.repeat(6) };
    await made('/leads', { ...person, source: 'direct', message: text, service_interest: long, project_type: long });
    await made('/clients', { ...person, billing_address: text.slice(0, 900) });
    await made('/projects', {
      title: long,
      service_type: long,
      description: text,
      budget: 987_654_321.5,
      timeline_estimate: long,
    });
    await made('/testimonials', { name: long, role: long, company: rightToLeft, content: text });
    await owner.send('POST', '/bookmarks', {
      title: long,
      url: `https://example.com/${long}`,
      description: text.slice(0, 900),
      tags: [long.slice(0, 60), ' ', rightToLeft, 'three', 'four', 'five'],
      is_featured: true,
    });
    const post = await owner.send<{ id: string }>('POST', '/posts', longestPost('w'.repeat(200)));
    edited = `/admin/blog/edit/${post.id}`;
    const trashed = await owner.send<{ id: string }>('POST', '/clients', { ...person, company: null });
    await owner.send('DELETE', `/clients/${trashed.id}`);
    const sent = async (path: string, page: string, body: object) => {
      const answer = await request.post(`/api/v1${path}`, { data: { ...person, ...body } });
      expect(answer.status()).toBe(201);
      opened.push(`/admin${page}/${(await answer.json()).id}`);
    };
    await sent('/service-inquiries', '/service-inquiries', { service_name: long, specific_requirements: text });
    await sent('/portfolio-inquiries', '/portfolio-inquiries', {
      project_name: long,
      similar_project_interest: text,
      custom_requirements: rightToLeft,
    });
    const comment = await request.post(`/api/v1/posts/${post.id}/comments`, {
      data: { author_name: long, author_email: address, content: text },
    });
    expect(comment.status()).toBe(201);
    opened.push(`/admin/blog/comments/${(await comment.json()).id}`);
    const reader = await request.post('/api/v1/subscribers', { data: { email: address, name: long } });
    expect(reader.status()).toBe(201);
    opened.push(`/admin/blog-subscribers/${(await reader.json()).id}`);
    await request.dispose();
  });

  async function look(page: Page, path: string, accessible: boolean): Promise<void> {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await test.step(path, async () => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      if (accessible) await expectAccessible(page);
    });
  }

  /** The narrowest phone is about widths alone, which no theme changes. */
  const devices = (theme: Theme) => ({ ...sizes, ...(theme === 'dark' && { small: { width: 320, height: 640 } }) });

  for (const theme of themes)
    for (const [device, viewport] of Object.entries(devices(theme))) {
      test(`${theme}, ${device}: readable, nothing over the edge`, async ({ browser, platform }) => {
        test.setTimeout(300_000);
        const page = await newVisitor(browser, platform, { viewport, reducedMotion: 'reduce' });
        await useTheme(page, theme);
        await signIn(page);
        const accessible = device !== 'small';
        for (const path of [...pages, edited]) await look(page, path, accessible);
        await page.getByRole('tab', { name: 'Preview' }).click();
        await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeVisible();
        await expectNoSidewaysScroll(page);
        if (accessible) await expectAccessible(page);
        // Records and forms are the same colours again: in each theme at one size, and at each size in one theme.
        if (device !== 'small' && (theme === 'dark') !== (device === 'desktop')) return;
        for (const path of opened) {
          await page.goto(path);
          await expect(page.getByRole('dialog')).toBeVisible();
          await test.step(path, async () => {
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
            await expectNoSidewaysScroll(page);
            if (accessible) await expectAccessible(page);
          });
        }
        for (const kind of ['leads', 'clients', 'projects', 'testimonials', 'bookmarks']) {
          await page.goto(`/admin/${kind}?form=add`);
          await expect(page.getByRole('dialog')).toBeVisible();
          await test.step(`form of ${kind}`, async () => {
            await expectNoSidewaysScroll(page);
            if (accessible) await expectAccessible(page);
          });
        }
      });
    }
});
