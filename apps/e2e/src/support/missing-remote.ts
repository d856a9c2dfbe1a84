import { expect, type Page, type Route } from '@playwright/test';

const blogFiles = '**/remotes/blog/**';

/** Functions that simulate faults of a remote's files, by name of the fault. */
export const faults = {
  killed: (route: Route) => route.abort('connectionrefused'),
  '404': (route: Route) => route.fulfill({ status: 404, body: 'not here' }),
  broken: (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'throw new Error("broken build");' }),
  // Never responds, so the shell's time limit of 8 s must end the wait. The stylesheet is part of the page.
  slow: async (route: Route) => {
    if (route.request().resourceType() === 'stylesheet') await route.continue();
  },
};

export async function expectErrorWithRetry(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /could not be loaded/i })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
}

/** Expects that the site works without the blog, whose files `provoke` withholds, and that Retry loads it afterwards. */
export async function expectSiteWithoutBlog(page: Page, provoke: (route: Route) => Promise<void>): Promise<void> {
  await page.route(blogFiles, provoke);
  await page.goto('/blog');
  await expectErrorWithRetry(page);
  await expect(page.getByRole('heading', { name: /blog/i }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
  await expectErrorWithRetry(page);
  await page.unroute(blogFiles);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible();
}
