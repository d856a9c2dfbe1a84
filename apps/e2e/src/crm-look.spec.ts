import type { Page } from '@playwright/test';
import { ownerApi, test } from './support/demo.js';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  longWord as long,
  longestPost,
  rightToLeft,
  sizes,
  type Theme,
  themes,
  useTheme,
} from './support/look.js';
import { expect, newVisitor, signIn } from './support/test.js';

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
  /** Forms, those with such values where the CRM can edit them. */
  const forms = ['/admin/leads?form=add'];
  /** The form of a project whose client has such a name. */
  let projectForm = '';
  /** A post of such values, in the editor. */
  let editor = '';

  test.beforeAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    const made = async (path: string, body: object) => {
      const { id } = await owner.send<{ id: string }>('POST', path, body);
      opened.push(`/admin${path}/${id}`);
      return id;
    };
    const formOf = (path: string, id: string) => {
      const form = `/admin${path}?form=${id}`;
      forms.push(form);
      return form;
    };
    const person = { name: long, email: address, company: long, phone: '+47 5550 1842 '.repeat(6) };
    await made('/leads', { ...person, source: 'direct', message: text, service_interest: long, project_type: long });
    const client_id = await made('/clients', { ...person, billing_address: text.slice(0, 900) });
    formOf('/clients', client_id);
    const project = await made('/projects', {
      title: long,
      client_id,
      start_date: '2026-12-01',
      service_type: long,
      description: text,
      budget: 987_654_321.5,
      timeline_estimate: long,
    });
    projectForm = formOf('/projects', project);
    formOf('/testimonials', await made('/testimonials', { name: long, role: long, company: long, content: text }));
    const bookmark = await owner.send<{ id: string }>('POST', '/bookmarks', {
      title: long,
      url: `https://example.com/${long}`,
      description: text.slice(0, 900),
      tags: [long.slice(0, 60), ' ', rightToLeft, 'three', 'four', 'five'],
      is_featured: true,
    });
    formOf('/bookmarks', bookmark.id);
    const post = await owner.send<{ id: string }>('POST', '/posts', longestPost('w'.repeat(200)));
    editor = `/admin/blog/edit/${post.id}`;
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

  async function look(page: Page, what: string, accessible: boolean): Promise<void> {
    await test.step(what, async () => {
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
        for (const path of [...pages, editor]) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await look(page, path, accessible);
        }
        await page.getByRole('tab', { name: 'Preview' }).click();
        await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeVisible();
        await look(page, 'preview of a post', accessible);
        // What opens is the same colours again: in each theme at one size, and at each size in one theme.
        if (device !== 'small' && (theme === 'dark') !== (device === 'desktop')) return;
        for (const path of [...opened, ...forms]) {
          await page.goto(path);
          await expect(page.getByRole('dialog')).toBeVisible();
          await look(page, path, accessible);
        }
        await page.goto(projectForm);
        const client = page.getByRole('combobox', { name: 'Client' });
        await expect(client).toHaveValue(long);
        await client.click();
        await expect(page.getByRole('option').first()).toBeVisible();
        // Beside the box, not cut down to nothing under it.
        const heightOfList = async () => (await page.getByRole('listbox').locator('..').boundingBox())?.height;
        await expect.poll(heightOfList).toBeGreaterThan(120);
        await look(page, 'picker of a client', accessible);
        await page.goto('/admin/trash');
        await page.getByRole('button', { name: 'Empty Trash' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await look(page, 'question before the trash is emptied', accessible);
      });
    }
});
