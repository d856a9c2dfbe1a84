import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { type Browser, test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

export const admin = {
  email: process.env.DOCFOLIO_ADMIN_EMAIL ?? 'owner@example.com',
  password: process.env.DOCFOLIO_ADMIN_PASSWORD ?? 'correct-horse-battery',
};

/** Settings that every platform of these tests has; the limits have tests of their own at the gateway. */
export const platformEnv = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT: 'off',
  ALLOW_NO_LIMITS: 'development',
  SMTP_URL: '',
  // `npm run test:replicas` runs the tests tagged @replicas on two of each process.
  ...(process.env.DOCFOLIO_REPLICAS ? { REPLICAS: process.env.DOCFOLIO_REPLICAS } : {}),
};

/** A platform of its own on free ports and a new folder, for tests that break things. */
export async function withOwnPlatform(
  work: (platform: Platform) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-e2e-'));
  const platform = await startPlatform({ dataDir, env: { ...platformEnv, ...env } });
  try {
    await work(platform);
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * The site that DOCFOLIO_ORIGIN names, or undefined. DOCFOLIO_DATA_DIR is a folder with the messages that it sent in
 * `mail`, DOCFOLIO_ADMIN_EMAIL and _PASSWORD are its admin. Only tests that stop and restart nothing can run against it.
 */
function runningSite(): Platform | undefined {
  const { DOCFOLIO_ORIGIN: url, DOCFOLIO_DATA_DIR: dataDir } = process.env;
  if (!url) return undefined;
  if (!dataDir) throw new Error('DOCFOLIO_ORIGIN needs DOCFOLIO_DATA_DIR');
  return { url, dataDir } as Platform;
}

interface WorkerFixtures {
  platform: Platform;
}

/** Playwright's test with one running platform; relative addresses lead to its site. */
export const test = base.extend<object, WorkerFixtures>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const site = runningSite();
      return site ? use(site) : withOwnPlatform(use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
});

/** A page whose visits last until it answers: a drawn page is seen before its scripts are there. */
export function patient(page: Page): Page {
  const answering = () => page.locator('html[data-answering]').waitFor({ state: 'attached' });
  const { goto, reload, goBack } = page;
  page.goto = async (...visit) => {
    const answer = await goto.apply(page, visit);
    await answering();
    return answer;
  };
  page.reload = async (...visit) => {
    const answer = await reload.apply(page, visit);
    await answering();
    return answer;
  };
  page.goBack = async (...visit) => {
    const answer = await goBack.apply(page, visit);
    await answering();
    return answer;
  };
  return page;
}

/** The same test as a patient visitor. */
export const siteTest = test.extend({ page: async ({ page }, use) => use(patient(page)) });

/** A page with a fresh profile, of a patient visitor. */
export async function newVisitor(browser: Browser, platform: Pick<Platform, 'url'>, options: object = {}) {
  return patient(await anyVisitor(browser, platform, options));
}

/** A page with a fresh profile, where scripts may be off or parts missing. */
export async function anyVisitor(browser: Browser, { url }: Pick<Platform, 'url'>, options: object = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  return context.newPage();
}

/** Signs in through the sign-in page; ends in the CRM, where the guard had stopped one or on its dashboard. */
export async function signIn(page: Page, who: { email: string; password: string } = admin): Promise<void> {
  await page.goto('/auth');
  // A visitor of another kind may be here before the scripts are.
  await page.locator('html[data-answering]').waitFor({ state: 'attached' });
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin**');
}

/** Fills the contact form's required fields, and those given. */
export async function fillEnquiry(
  page: Page,
  enquiry: { name: string; email: string; message: string; phone?: string; company?: string },
): Promise<void> {
  const form = page.getByRole('form').or(page.locator('form')).first();
  await form.getByLabel('Name', { exact: true }).fill(enquiry.name);
  await form.getByLabel('Email', { exact: true }).fill(enquiry.email);
  await form.getByLabel('Message', { exact: true }).fill(enquiry.message);
  if (enquiry.phone) await form.getByLabel(/^Phone/).fill(enquiry.phone);
  if (enquiry.company) await form.getByLabel(/^Company/).fill(enquiry.company);
}

/** The one toast that a page shows at a time. */
export function toastOf(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).locator('[data-variant]');
}
