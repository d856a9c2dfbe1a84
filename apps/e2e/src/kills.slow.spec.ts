/**
 * Kills each process of a platform under load.
 * @subject infra/local/src/supervisor
 * @everyday apps/e2e/src/story.spec.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { mailsIn } from './support/mailbox.js';
import { type Figures, retryingClient, storedLeads, visitUntil } from './support/retrying-visitors.js';
import { expect, test, withOwnPlatform } from './support/test.js';

/** Kills of each process, one right after it is ready again; `KILLS=20` measures on a quiet machine. */
const kills = Number(process.env.KILLS ?? 1);

const processes = ['redis', 'mongo', 'gateway', 'leads', 'content', 'media', 'notifications', 'web'];

/**
 * Returns the milliseconds within which a killed process and all that depend on it must be ready again. The long default,
 * for busy machines, finds only a growing restart delay or a process that stays down.
 * @param start milliseconds that the platform took to start
 */
const deadlineFor = (start: number) => (process.env.KILLS ? 5_000 : Math.max(20_000, start));

test('a repeatedly killed process is soon ready again each time, and nothing is lost or stored twice', async () => {
  test.setTimeout(300_000 + kills * processes.length * 10_000);
  const starting = performance.now();
  await withOwnPlatform(
    async (platform) => {
      const deadline = deadlineFor(performance.now() - starting);
      const figures: Figures = { requests: 0, succeeded: 0, retried: 0, failed: [], slowestMs: 0 };
      const send = retryingClient(platform.url, figures);
      let stopped = false;
      const visitors = Array.from({ length: 2 }, (_, visitor) => visitUntil(() => stopped, send, visitor));
      const slow: string[] = [];
      for (const name of processes) {
        const took: number[] = [];
        for (let kill = 0; kill < kills; kill++) {
          const began = performance.now();
          platform.kill(name);
          await platform.waitReady();
          took.push(Math.round(performance.now() - began));
          // Kills only after some responses, because a visitor without one for 10 s reports a failure.
          const served = figures.succeeded;
          while (figures.succeeded < served + 4) await delay(20);
        }
        const slowest = Math.max(...took);
        console.log(
          `  ${name}: ready again after ${took.sort((a, b) => a - b)[took.length >> 1]} ms, slowest ${slowest} ms`,
        );
        if (slowest > deadline) slow.push(`${name} ${slowest} ms`);
      }
      stopped = true;
      const accepted = (await Promise.all(visitors)).flat();
      console.log(
        `  ${figures.requests} requests, ${figures.retried} retried, ${accepted.length} leads, slowest ${Math.round(figures.slowestMs)} ms`,
      );
      expect(figures.failed).toEqual([]);
      const notOnce = async (emails: string[]) =>
        accepted.filter((email) => emails.filter((one) => one === email).length !== 1);
      await expect.poll(async () => notOnce(await storedLeads(platform)), { timeout: 60_000 }).toEqual([]);
      const notified = async () => (await mailsIn(platform.dataDir)).map((mail) => mail.headers['reply-to'] ?? '');
      await expect.poll(async () => notOnce(await notified()), { timeout: 120_000 }).toEqual([]);
      expect(slow).toEqual([]);
    },
    { SEED: 'demo' },
  );
});
