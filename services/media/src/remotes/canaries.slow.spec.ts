/**
 * Waits for the scheduled job, and lets two replicas decide at the same time.
 * @subject services/media/src/remotes/canaries.ts services/media/src/remotes/canary-rule.ts
 * @subject services/media/src/remotes/deployments.service.ts
 * @everyday services/media/src/remotes/canaries.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { recordAudited } from '@docfolio/contracts/entities/audit';
import { remotes } from '@docfolio/contracts/entities/remote';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { openQueue } from '@docfolio/service-kit/queue';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type PromotionOptions, type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';
import { decideOnCanaries } from './remotes.jobs.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
beforeEach(() => world.announceShell());
afterEach(() => world.clear());
afterAll(() => world.stop());

/** The shortest time of a stage: 0.6 s. */
const soon = { minutes: 0.01 };
const hourly = { minutes: 60 };

const runsOf = ({ log }: ServiceProcess) =>
  log.filter(({ msg, work }) => msg === 'job done' && work === decideOnCanaries.name).length;

/** Events for the audit trail without a caller. */
async function audited() {
  const queue = openQueue(eventQueue('gateway'), world.redis);
  return (await queuedPayloads(queue, recordAudited)).filter(({ automatic: isAutomatic }) => isAutomatic);
}
const canaryPercent = async () => (await world.blog()).canary?.percent ?? null;
const history = async () => (await world.call(remotes.changes, { remote: 'blog' })).items;
const automatic = async () => (await history()).filter(({ who }) => who === null);

/** Deploys one build to all and another as the canary. */
async function startCanary(options: PromotionOptions) {
  const [current, canary] = [await world.deliver(), await world.deliver()];
  await world.promote(current.record.build);
  await world.promote(canary.record.build, { percent: 10, ...options });
  return { current: current.record.build, canary: canary.record.build, canaryBuild: canary };
}

describe('a canary with `auto`', () => {
  it('that throws is rolled back within seconds by the scheduled job, with the reason in the history', async () => {
    const { current, canary } = await startCanary({ auto: hourly });
    await world.reportResults(current, { loaded: 299, failed: 1 });
    // 50 loads, of which 2 failed and 3 had an error later.
    await world.reportResults(canary, { loaded: 48, failed: 2, error: 3 });
    await waitFor('the rollback', async () => (await canaryPercent()) === null);
    expect(await world.blog()).toMatchObject({ current, canary: null, retired: [canary] });
    await waitFor('the entry of the audit trail', async () => (await audited()).length > 0);
    expect((await audited()).at(-1)).toMatchObject({
      ...{ operation: operationKey(remotes.rollBack as Operation), actor: null, automatic: true },
      ...{ kind: 'remotes', record_id: 'blog', changes: expect.arrayContaining([expect.anything()]) },
    });
    const [entry] = await history();
    expect(entry).toMatchObject({
      ...{ who: null, action: 'rolled_back', from: canary, to: current, percent: 100 },
      reason: 'Load failures 10.0 % against 0.3 %',
    });
  });

  it('is changed once by two replicas that decide at the same time', async () => {
    const replica = await world.startReplica();
    const { canary } = await startCanary({ auto: soon });
    const { version, canary: stage } = await world.blog();
    await waitFor('the end of the stage', async () => Date.now() > Date.parse(stage!.since) + 600);
    await world.reportResults(canary, { loaded: 100 });
    const both = () => runsOf(world.process()) + runsOf(replica);
    const before = both();
    await Promise.all(Array.from({ length: 20 }, () => world.jobs.add(decideOnCanaries, {}, { id: randomUUID() })));
    await waitFor('all runs', async () => both() >= before + 20);
    expect(runsOf(replica)).toBeGreaterThan(0);
    expect(await world.blog()).toMatchObject({ version: version + 1, canary: { percent: 50 } });
    expect(await automatic()).toHaveLength(1);
    await replica.stop();
  });
});
