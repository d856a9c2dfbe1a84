import { setTimeout as delay } from 'node:timers/promises';
import { mailsIn } from './support/mailbox.js';
import { type Figures, retryingClient, storedLeads, visitUntil } from './support/retrying-visitors.js';
import { expect, test, withOwnPlatform } from './support/test.js';

const processes = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'];

test('kill -9 of one replica of every process, then a restart of the others, loses, duplicates and fails no request', {
  tag: '@replicas-only',
}, async () => {
  test.setTimeout(300_000);
  await withOwnPlatform(
    async (platform) => {
      const figures: Figures = { requests: 0, succeeded: 0, retried: 0, failed: [], slowestMs: 0 };
      const send = retryingClient(platform.url, figures);
      let stopped = false;
      const visitors = Array.from({ length: 4 }, (_, visitor) => visitUntil(() => stopped, send, visitor));
      const untilServed = async (count: number) => {
        const served = figures.succeeded;
        while (figures.succeeded < served + count) await delay(20);
      };
      await untilServed(20);
      for (const name of processes) {
        // With PLACEMENT=together, the kill before was one of the same process.
        await platform.waitReady(`${name}-1`);
        platform.kill(`${name}-1`);
        await untilServed(6);
      }
      await platform.waitReady();
      await Promise.all(processes.map((name) => platform.restart(`${name}-2`)));
      await platform.waitReady();
      stopped = true;
      const accepted = (await Promise.all(visitors)).flat();
      console.log(
        `  ${figures.requests} requests, ${figures.retried} retried, slowest ${Math.round(figures.slowestMs)} ms`,
      );
      expect(figures.failed).toEqual([]);

      const notOnce = async (emails: string[]) =>
        accepted.filter((email) => emails.filter((one) => one === email).length !== 1);
      await expect.poll(async () => notOnce(await storedLeads(platform)), { timeout: 60_000 }).toEqual([]);
      const notified = async () => (await mailsIn(platform.dataDir)).map((mail) => mail.headers['reply-to'] ?? '');
      await expect.poll(async () => notOnce(await notified()), { timeout: 60_000 }).toEqual([]);
    },
    { REPLICAS: '2', SEED: 'demo' },
  );
});
