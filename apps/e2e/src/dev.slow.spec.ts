/**
 * Compiles and edits a front end as a developer does.
 * @subject infra/local/src/dev
 * @everyday infra/local/src/dev/source-watch.spec.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anyVisitor, expect, test } from './support/test.js';

const root = path.resolve(import.meta.dirname, '../../..');
const heading = 'New posts by email';

/** Creates a checkout with a copy of the blog to edit; everything else is linked. @returns its path */
async function checkoutWithOwnBlog(): Promise<string> {
  const checkout = await mkdtemp(path.join(tmpdir(), 'docfolio-dev-'));
  const linkAll = async (folder: string, except: string[]) => {
    await mkdir(path.join(checkout, folder), { recursive: true });
    for (const name of await readdir(path.join(root, folder))) {
      if (except.includes(name)) continue;
      await symlink(path.join(root, folder, name), path.join(checkout, folder, name));
    }
  };
  await linkAll('.', ['apps', '.git', '.data']);
  await linkAll('apps', ['blog']);
  await cp(path.join(root, 'apps/blog'), path.join(checkout, 'apps/blog'), { recursive: true });
  return checkout;
}

/** Starts `npm run dev` without preparing the machine. @returns the process, once the site is ready, and its address */
async function startDev(checkout: string, ...frontEnds: string[]): Promise<{ dev: ChildProcess; url: string }> {
  const program = path.join(root, 'infra/local/dist/main.js');
  const dev = spawn(process.execPath, [program, 'dev', ...frontEnds], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: path.join(checkout, '.data'), PORT: '0' },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    dev.stdout.on('data', (text) => {
      output += text;
      const ready = /Docfolio is ready: (\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    dev.stderr.on('data', (text) => (output += text));
    dev.once('exit', () => reject(new Error(`npm run dev ended before it was ready:\n${output}`)));
  });
  return { dev, url };
}

test('npm run dev -- blog replaces an edited component and keeps the text in a form', async ({ browser }) => {
  // It compiles two front ends, beside another worker's platform.
  test.setTimeout(300_000);
  const checkout = await checkoutWithOwnBlog();
  const { dev, url } = await startDev(checkout, 'blog');
  try {
    const page = await anyVisitor(browser, { url });
    await page.goto('/blog', { timeout: 60_000 });
    const email = page.getByRole('form', { name: 'Newsletter' }).getByLabel('Email');
    const component = path.join(checkout, 'apps/blog/src/newsletter/newsletter.tsx');
    const source = await readFile(component, 'utf8');
    expect(source).toContain(heading);

    let edits = 0;
    // The first compilation may still reload the page while the machine is busy; without replacement every edit does.
    await expect(async () => {
      const edited = `Edited heading ${++edits}`;
      await email.fill('ada@example.com');
      await writeFile(component, source.replace(heading, edited));
      await expect(page.getByRole('heading', { name: edited })).toBeVisible();
      await expect(email).toHaveValue('ada@example.com', { timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
  } finally {
    const ended = new Promise((resolve) => dev.once('exit', resolve));
    dev.kill('SIGTERM');
    await ended;
    await rm(checkout, { recursive: true, force: true });
  }
});
