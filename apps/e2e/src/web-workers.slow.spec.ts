/**
 * Kills a worker of the web process.
 * @subject apps/web/src/workers.ts
 * @everyday apps/web/src/workers.spec.ts
 */
import { execFileSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { request as playwrightRequest } from '@playwright/test';
import { ownerApi, writePost } from './support/owner-api.js';
import { expect, test, withOwnPlatform } from './support/test.js';

/** Requests a page on a connection of its own, which the workers get in turn. */
function visit(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: false });
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => text(response).then(resolve, reject)).on('error', reject);
  });
}

test('an edit is current in all workers of the web process, also after one was killed', async () => {
  await withOwnPlatform(
    async (platform) => {
      const workers = () => {
        const parent = String(platform.pids().web);
        return execFileSync('ps', ['-o', 'pid=', '--ppid', parent], { encoding: 'utf8' }).trim().split(/\s+/);
      };
      await expect.poll(() => workers().length).toBe(2);
      const request = await playwrightRequest.newContext({ baseURL: platform.url });
      const owner = await ownerApi(request);
      const post = await writePost(owner, { title: 'Title 0', slug: 'shared-port' });
      const titles = async () => {
        const pages: string[] = [];
        for (let count = 0; count < 8; count += 1) pages.push(await visit(`${platform.url}/blog/shared-port`));
        return [...new Set(pages.map((page) => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]))];
      };
      let { version } = post;
      for (let round = 1; round <= 5; round += 1) {
        // Both workers cache the page.
        await expect.poll(titles).toEqual([`Title ${round - 1}`]);
        const title = `Title ${round}`;
        const edited = await owner.send<{ version: number }>('PATCH', `/posts/${post.id}`, { version, title });
        version = edited.version;
        // Without invalidations, a page would be cached for 60 s.
        await expect.poll(titles, { timeout: 30_000 }).toEqual([title]);
        if (round !== 3) continue;
        const [killed = ''] = workers();
        process.kill(Number(killed), 'SIGKILL');
        await expect.poll(() => workers().filter((pid) => pid !== killed).length).toBe(2);
      }
      await request.dispose();
    },
    { WEB_WORKERS: '2' },
  );
});
