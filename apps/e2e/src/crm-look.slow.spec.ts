/**
 * Each page and dialog of the CRM at each size, in both themes, with the longest values.
 * @subject libs/ui/src/styles libs/admin/src apps/crm/src apps/ops/src
 * @everyday apps/e2e/src/crm-look.spec.ts
 */
import type { Page } from '@playwright/test';
import { expectGoodLook, longWord as long, longestPost, rightToLeft } from './support/look.js';
import { ownerApi } from './support/owner-api.js';
import { expect, newVisitor, signIn, test } from './support/test.js';

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
  '/admin/system',
  '/admin/audit',
  '/admin/trash',
  '/admin/attention',
  '/admin/deployments',
  '/admin/deployments/tokens',
];

test.describe('every admin page', () => {
  /** Records with the longest values that are accepted, by kind. */
  const ids: Record<string, string> = {};
  const dialogs: Record<string, () => string> = {
    lead: () => `/admin/leads/${ids.lead}`,
    client: () => `/admin/clients/${ids.client}`,
    project: () => `/admin/projects/${ids.project}`,
    testimonial: () => `/admin/testimonials/${ids.testimonial}`,
    'service inquiry': () => `/admin/service-inquiries/${ids.serviceInquiry}`,
    'portfolio inquiry': () => `/admin/portfolio-inquiries/${ids.portfolioInquiry}`,
    comment: () => `/admin/blog/comments/${ids.comment}`,
    subscriber: () => `/admin/blog-subscribers/${ids.subscriber}`,
    'form of a new lead': () => '/admin/leads?form=add',
    'form of a client': () => `/admin/clients?form=${ids.client}`,
    'form of a project': () => `/admin/projects?form=${ids.project}`,
    'form of a testimonial': () => `/admin/testimonials?form=${ids.testimonial}`,
    'form of a bookmark': () => `/admin/bookmarks?form=${ids.bookmark}`,
  };

  test.beforeAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    const create = async (path: string, body: object) => (await owner.send<{ id: string }>('POST', path, body)).id;
    const person = { name: long, email: address, company: long, phone: '+47 5550 1842 '.repeat(6) };
    ids.lead = await create('/leads', {
      ...person,
      source: 'direct',
      message: text,
      service_interest: long,
      project_type: long,
    });
    ids.client = await create('/clients', { ...person, billing_address: text.slice(0, 900) });
    ids.project = await create('/projects', {
      title: long,
      client_id: ids.client,
      start_date: '2026-12-01',
      service_type: long,
      description: text,
      budget: 987_654_321.5,
      timeline_estimate: long,
    });
    ids.testimonial = await create('/testimonials', { name: long, role: long, company: long, content: text });
    ids.bookmark = await create('/bookmarks', {
      title: long,
      url: `https://example.com/${long}`,
      description: text.slice(0, 900),
      tags: [long.slice(0, 60), ' ', rightToLeft, 'three', 'four', 'five'],
      is_featured: true,
    });
    ids.post = await create('/posts', longestPost('w'.repeat(200)));
    const trashed = await create('/clients', { ...person, company: null });
    await owner.send('DELETE', `/clients/${trashed}`);
    const send = async (path: string, data: object): Promise<string> => {
      const response = await request.post(`/api/v1${path}`, { data });
      expect(response.status()).toBe(201);
      return (await response.json()).id;
    };
    const specific_requirements = text;
    ids.serviceInquiry = await send('/service-inquiries', { ...person, service_name: long, specific_requirements });
    ids.portfolioInquiry = await send('/portfolio-inquiries', {
      ...person,
      project_name: long,
      similar_project_interest: text,
      custom_requirements: rightToLeft,
    });
    ids.comment = await send(`/posts/${ids.post}/comments`, {
      author_name: long,
      author_email: address,
      content: text,
    });
    ids.subscriber = await send('/subscribers', { email: address, name: long });
    await request.dispose();
  });

  let page: Page;
  test.beforeAll(async ({ browser, platform }) => {
    page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
    await signIn(page);
  });
  test.afterAll(() => page.context().close());

  for (const path of pages)
    test(`${path} is accessible in both themes and fits each size`, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodLook(page);
      // The page's content scrolls, and nothing else.
      const overhang = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
      await expect.poll(overhang, 'height of the page beyond the window').toBeLessThanOrEqual(0);
    });

  test('a post of the longest values is accessible and fits in the editor and in its preview', async () => {
    await page.goto(`/admin/blog/edit/${ids.post}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodLook(page);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeVisible();
    await expectGoodLook(page);
  });

  for (const [kind, pathOf] of Object.entries(dialogs))
    test(`the ${kind} is accessible in both themes and fits each size with the longest values`, async () => {
      await page.goto(pathOf());
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectGoodLook(page);
    });

  test('the picker of a client is accessible and fits, and its list is not cut off by the dialog', async () => {
    await page.goto(`/admin/projects?form=${ids.project}`);
    const client = page.getByRole('combobox', { name: 'Client' });
    await expect(client).toHaveValue(long);
    await expectGoodLook(page, async () => {
      const option = page.getByRole('option').first();
      if (!(await option.isVisible())) await client.click();
      await expect(option).toBeVisible();
      const heightOfList = async () => (await page.getByRole('listbox').locator('..').boundingBox())?.height;
      await expect.poll(heightOfList).toBeGreaterThan(120);
    });
  });

  test('the question before the trash is emptied is accessible and fits', async () => {
    await page.goto('/admin/trash');
    await page.getByRole('button', { name: 'Empty Trash' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectGoodLook(page);
  });
});
