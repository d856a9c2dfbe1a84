import type { Platform } from '@docfolio/local/platform';
import { type Browser, test as base, type Page } from '@playwright/test';
import { type OwnerApi, openSession, ownerApi } from './owner-api.js';
import { admin, runningSite, withOwnPlatform } from './platform.js';

export { expect } from '@playwright/test';
export { admin, withOwnPlatform } from './platform.js';

/**
 * Playwright's test with a running platform that holds the demo records and that all tests of a worker share. Relative
 * addresses lead to its site; `page` waits for hydration.
 */
export const test = base.extend<{ owner: OwnerApi }, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const site = runningSite();
      return site ? use(site) : withOwnPlatform(use, { SEED: 'demo' });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
  page: async ({ page }, use) => use(waitingForHydration(page)),
  owner: async ({ request }, use) => use(await ownerApi(request)),
});

/** Makes each visit of a page last until it is hydrated: a rendered page is visible before its scripts run. */
function waitingForHydration(page: Page): Page {
  const hydrated = () => page.locator('html[data-answering]').waitFor({ state: 'attached' });
  const { goto, reload, goBack } = page;
  page.goto = async (...visit) => {
    const response = await goto.apply(page, visit);
    await hydrated();
    return response;
  };
  page.reload = async (...visit) => {
    const response = await reload.apply(page, visit);
    await hydrated();
    return response;
  };
  page.goBack = async (...visit) => {
    const response = await goBack.apply(page, visit);
    await hydrated();
    return response;
  };
  return page;
}

/** Opens a page with a fresh profile that waits for hydration. */
export async function newVisitor(browser: Browser, platform: Pick<Platform, 'url'>, options: object = {}) {
  return waitingForHydration(await anyVisitor(browser, platform, options));
}

/** Opens a page with a fresh profile that does not wait: for pages without scripts, or with parts missing. */
export async function anyVisitor(browser: Browser, { url }: Pick<Platform, 'url'>, options: object = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  return context.newPage();
}

/** Signs in with the API, puts the session where the sign-in page puts it, and opens `path`. */
export async function signIn(page: Page, path = '/admin', who = admin): Promise<void> {
  const { url, session } = await openSession(page.request, who);
  const record = {
    id: crypto.randomUUID(),
    event: 'SIGNED_IN',
    expires_at_local: Date.now() + session.expires_in * 1_000,
    session,
  };
  const localStorage = [{ name: 'docfolio.session', value: JSON.stringify(record) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] });
  await page.goto(path);
}

/** Signs in on the sign-in page, and ends on the CRM's page that the guard had refused, or on its dashboard. */
export async function signInByForm(page: Page, who = admin): Promise<void> {
  await page.goto('/auth');
  // Not every page waits for hydration itself.
  await page.locator('html[data-answering]').waitFor({ state: 'attached' });
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin**');
}

/** Fills the contact form's required fields, and those given. */
export async function fillContactForm(
  page: Page,
  fields: { name: string; email: string; message: string; phone?: string; company?: string },
): Promise<void> {
  const form = page.getByRole('form').or(page.locator('form')).first();
  await form.getByLabel('Name', { exact: true }).fill(fields.name);
  await form.getByLabel('Email', { exact: true }).fill(fields.email);
  await form.getByLabel('Message', { exact: true }).fill(fields.message);
  if (fields.phone) await form.getByLabel(/^Phone/).fill(fields.phone);
  if (fields.company) await form.getByLabel(/^Company/).fill(fields.company);
}

/** The one toast that a page shows at a time. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).locator('[data-variant]');
}
