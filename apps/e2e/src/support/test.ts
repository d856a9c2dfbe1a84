import type { Platform } from '@docfolio/local/platform';
import { type Browser, test as base, type Page } from '@playwright/test';
import { type OwnerApi, openSession, ownerApi } from './owner-api.js';
import { admin, runningSite, withOwnPlatform } from './platform.js';
import { RemoteBuilds } from './remote-builds.js';
import { timed } from './test-times.js';
import { translate } from './translator.js';

export { expect } from '@playwright/test';
export { admin, withOwnPlatform } from './platform.js';

/**
 * Playwright's `test` with a platform with demo records that the tests of a worker share, and `owner`, the admin API.
 * `page.goto`, `reload` and `goBack` wait for hydration. Every spec uses it: for a `test` with other fixtures of the
 * worker, Playwright would end the worker, with its platform and browser, and start another one.
 */
export const test = base.extend<
  { owner: OwnerApi; closedVisitors: undefined },
  { platform: Platform; builds: RemoteBuilds }
>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await timed('browser', () => playwright[browserName].launch());
      if (process.env.DOCFOLIO_TRANSLATED) translateContexts(browser);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const site = runningSite();
      return site ? use(site) : withOwnPlatform(use, { SEED: 'demo' });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const builds = new RemoteBuilds();
      await use(builds);
      await builds.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
  page: async ({ page }, use) => use(waitingForHydration(page)),
  owner: async ({ request }, use) => use(await ownerApi(request)),
  // Closes contexts that a test has opened: their pages would go on refetching during later tests.
  closedVisitors: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => (before.has(context) ? undefined : context.close())));
    },
    { auto: true },
  ],
});

/** Makes all pages of a browser translated ones. */
function translateContexts(browser: Browser): void {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    await translate(context);
    return context;
  };
}

/** Makes `goto`, `reload` and `goBack` wait for hydration, because a server-rendered page is visible earlier. */
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

/** Opens an empty page in a new browser context. Its `goto`, `reload` and `goBack` wait for hydration. */
export async function newVisitor(browser: Browser, platform: Pick<Platform, 'url'>, options: object = {}) {
  return waitingForHydration(await anyVisitor(browser, platform, options));
}

/** Opens an empty tab beside a page, in its browser context. Its `goto`, `reload` and `goBack` wait for hydration. */
export const newTab = async (page: Page): Promise<Page> => waitingForHydration(await page.context().newPage());

/** Like `newVisitor` without waiting for hydration, for pages without scripts. */
export async function anyVisitor(browser: Browser, { url }: Pick<Platform, 'url'>, options: object = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  return context.newPage();
}

/** Signs in through the API, stores the session as the sign-in page does, and opens `path`. */
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

/** Signs in on the sign-in page and waits for the CRM. */
export async function signInByForm(page: Page, who = admin): Promise<void> {
  await page.goto('/auth');
  // For pages of `anyVisitor`.
  await page.locator('html[data-answering]').waitFor({ state: 'attached' });
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin**');
}

/** Fills the page's first form, without sending it. */
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

/** Returns the locator of toasts; a page shows one at a time. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).locator('[data-variant]');
}
