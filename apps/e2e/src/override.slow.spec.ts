/**
 * Compiles the blog and loads it from its dev server into a platform.
 * @subject apps/ops/src/deployments/override apps/web/src/remotes/overrides.ts
 * @everyday apps/web/src/remotes/overrides.spec.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { surroundings } from './support/remote-builds.js';
import { anyVisitor, expect, newVisitor, signIn, test, withOwnPlatform } from './support/test.js';

const root = path.resolve(import.meta.dirname, '../../..');
const listPage = 'src/post-list/post-list.page.tsx';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

/** Creates a copy of the blog to edit, beside links to what its build needs. @returns path of the checkout */
async function checkoutWithOwnBlog(): Promise<string> {
  const checkout = await mkdtemp(path.join(tmpdir(), 'docfolio-override-'));
  for (const name of surroundings) await symlink(path.join(root, name), path.join(checkout, name));
  await mkdir(path.join(checkout, 'apps'));
  const isSource = (source: string) => path.basename(source) !== 'dist';
  await cp(path.join(root, 'apps/blog'), path.join(checkout, 'apps/blog'), { recursive: true, filter: isSource });
  return checkout;
}

/** Starts the blog's dev server for a platform, as its developer would. */
async function startDevServer(checkout: string, port: number, platform: string): Promise<ChildProcess> {
  const dev = spawn(process.execPath, [path.join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'serve'], {
    cwd: path.join(checkout, 'apps/blog'),
    env: { ...process.env, DEV_PORT: String(port), DEV_PLATFORM: platform },
    stdio: 'ignore',
  });
  await expect(async () => {
    expect(dev.exitCode).toBeNull();
    const response = await fetch(`http://localhost:${port}/remotes/blog/contract.json`);
    expect(response.status).toBe(200);
  }).toPass({ timeout: 90_000 });
  return dev;
}

/** Returns the status of a response, also for headers that `fetch` does not send. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  await ended;
}

test('an admin loads the blog from a dev server into the platform, in one browser only, until Stop', async ({
  browser,
}) => {
  // It starts a platform and compiles the blog.
  test.setTimeout(300_000);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const checkout = await checkoutWithOwnBlog();
  let dev: ChildProcess | undefined;
  try {
    await withOwnPlatform(
      async (platform) => {
        const file = path.join(checkout, 'apps/blog', listPage);
        const source = await readFile(file, 'utf8');
        const headed = (heading: string) => source.replace(/(<h1[^>]*>\s*)Blog(\s*<)/, `$1${heading}$2`);
        expect(headed('Workbench')).not.toBe(source);
        await writeFile(file, headed('Workbench'));
        // Another host than that of the dev server, as of a deployed platform: browsers then send other headers.
        const site = { url: platform.url.replace('localhost', '127.0.0.1') };
        dev = await startDevServer(checkout, port, site.url);
        const entry = `${origin}/remotes/blog/mf-manifest.json`;
        expect(await statusOf(entry, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' })).toBe(403);
        expect(await statusOf(entry, { host: `rebound.example:${port}` })).toBe(403);

        // Without the wait for hydration: at last the remote is not loaded.
        const page = await anyVisitor(browser, site);
        const heading = page.getByRole('heading', { level: 1 });
        await page.goto(`/blog?mf.blog=${origin}`);
        await expect(heading).toHaveText('Admin Access');
        await signIn(page, `/blog?mf.blog=${origin}`);
        await expect(heading).toHaveText('Load blog from your machine?');
        await expect(page.getByText('Matches the shell')).toBeVisible();
        await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused();
        const errors: string[] = [];
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('pageerror', (error) => errors.push(error.message));
        await page.getByRole('button', { name: 'Load from localhost' }).click();
        await expect(heading).toHaveText('Workbench');
        expect(new URL(page.url()).pathname).toBe('/blog');
        await expect(page.getByText(`blog from localhost:${port}`)).toBeVisible();

        // Not after the edit: hot replacement may find no update, and then reloads the page.
        expect(errors).toEqual([]);

        // The dev server announces the edit, and the page shows it.
        await writeFile(file, headed('Second try'));
        await expect(heading).toHaveText('Second try', { timeout: 60_000 });

        const other = await newVisitor(browser, site);
        await other.goto('/blog');
        await expect(other.getByRole('heading', { level: 1 })).toHaveText('Blog');
        await expect(other.getByRole('button', { name: 'Stop' })).toHaveCount(0);
        await other.close();

        await end(dev);
        await page.reload();
        await expect(page.getByText(`localhost:${port} does not answer`)).toBeVisible();
        await page.getByRole('button', { name: 'Stop' }).click();
        await expect(heading).toHaveText('Blog');
        await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
      },
      { SEED: 'demo', REMOTE_OVERRIDE_ORIGINS: origin },
    );
  } finally {
    if (dev) await end(dev);
    await rm(checkout, { recursive: true, force: true });
  }
});
