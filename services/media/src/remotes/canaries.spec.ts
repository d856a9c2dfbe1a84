import { randomUUID } from 'node:crypto';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { recordAudited } from '@docfolio/contracts/entities/audit';
import { remotes } from '@docfolio/contracts/entities/remote';
import type { BuildReport } from '@docfolio/contracts/entities/remote-report';
import { reportsKey } from '@docfolio/process/system/process-report';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { openQueue } from '@docfolio/service-kit/queue';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { admin, type PromotionOptions, type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';
import { buildObject } from './build-objects.js';
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

/** Waits for two runs: one of them began after this call, although another may have been in progress. */
async function runTwice(): Promise<void> {
  const before = runsOf(world.process());
  for (let run = 0; run < 2; run += 1) await world.jobs.add(decideOnCanaries, {}, { id: randomUUID() });
  await waitFor('two runs', async () => runsOf(world.process()) >= before + 2);
}

/** Runs the job until a condition holds. */
async function runUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  await waitFor(what, async () => {
    await runTwice();
    return condition();
  });
}

/** Reports as a web process does that cannot serve a build of the blog. */
async function reportUnserved(build: string, at = new Date()): Promise<void> {
  const figures = { unserved_builds: [{ remote: 'blog', build, reason: 'It is broken: it ended its process' }] };
  const report = {
    ...{ version: '1', started_at: at.toISOString(), at: at.toISOString(), memory: { used: 1, limit: null } },
    ...{ missing: [], was_ready: true, queues: [], figures },
  };
  await world.redis.hset(reportsKey('web'), randomUUID(), JSON.stringify(report));
}

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

const failing = { loaded: 47, failed: 3, error: 4 };

describe('a canary with `auto`', () => {
  it('that throws is rolled back with the reason in the history', async () => {
    const { current, canary } = await startCanary({ auto: hourly });
    await world.reportResults(current, { loaded: 299, failed: 1 });
    // 50 loads, of which 2 failed and 3 had an error later.
    await world.reportResults(canary, { loaded: 48, failed: 2, error: 3 });
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
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

  it('beside the delivered build is compared with it', async () => {
    const canary = (await world.deliver()).record.build;
    await world.promote(canary, { percent: 10, auto: hourly });
    await world.reportResults(null, { loaded: 300 });
    await world.reportResults(canary, failing);
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
    expect((await automatic()).map(({ reason }) => reason)).toEqual(['Load failures 14.0 % against 0.0 %']);
  });

  it('is raised to 50 and 100 %, each after 100 page loads at its share', async () => {
    const { current, canary } = await startCanary({ auto: soon });
    await world.reportResults(current, { loaded: 100 });
    await world.reportResults(canary, { loaded: 99 });
    const { canary: first } = await world.blog();
    await waitFor('the end of the first stage', async () => Date.now() > Date.parse(first!.since) + 600);
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    await world.reportResults(canary, { loaded: 1 });
    await runUntil('50 %', async () => (await canaryPercent()) === 50);
    const { canary: second } = await world.blog();
    expect(second).toMatchObject({ build: canary, auto: soon });
    await waitFor('the end of the second stage', async () => Date.now() > Date.parse(second!.since) + 600);
    await runTwice();
    expect(await canaryPercent()).toBe(50);
    await world.reportResults(canary, { loaded: 110 });
    await runUntil('the promotion', async () => (await world.blog()).current === canary);
    expect(await world.blog()).toMatchObject({ previous: current, canary: null, retired: [] });
    expect((await automatic()).map(({ action, to, percent, reason }) => [action, to, percent, reason])).toEqual([
      ['promoted', canary, 100, 'Load failures 0.0 % in 110 page loads'],
      ['canary', canary, 50, 'Load failures 0.0 % in 100 page loads'],
    ]);
  });

  it('is not raised before its time', async () => {
    const { current, canary } = await startCanary({ auto: hourly });
    await world.reportResults(current, { loaded: 100 });
    await world.reportResults(canary, { loaded: 100 });
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    expect(await automatic()).toEqual([]);
  });

  it('of a pinned remote is not raised, but rolled back', async () => {
    const { current, canary } = await startCanary({ auto: soon });
    const { version } = await world.blog();
    await world.call(remotes.pin, { name: 'blog', pinned: true, version }, admin);
    await world.reportResults(current, { loaded: 300 });
    await world.reportResults(canary, { loaded: 100 });
    const { canary: stage } = await world.blog();
    await waitFor('the end of the stage', async () => Date.now() > Date.parse(stage!.since) + 600);
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    await world.reportResults(canary, { failed: 10 });
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
    expect(await world.blog()).toMatchObject({ current, pinned: true });
  });

  it('whose promotion is refused is left as it is, and raised once that is possible', async () => {
    const { canary, canaryBuild } = await startCanary({ auto: soon });
    const object = buildObject(canaryBuild.record, 'contract.json');
    await world.store.remove(object);
    await world.reportResults(canary, { loaded: 100 });
    const refusals = () =>
      world.process().log.filter(({ msg }) => msg === 'automatic canary change failed, left to the next run');
    const before = refusals().length;
    await runUntil('a refusal', async () => refusals().length > before);
    expect(refusals().at(-1)).toMatchObject({ remote: 'blog', build: canary });
    expect(await canaryPercent()).toBe(10);
    await world.store.put(object, canaryBuild.contents['contract.json']!, { contentType: 'application/json' });
    await runUntil('50 %', async () => (await canaryPercent()) === 50);
  });

  it('that only may be rolled back is not raised', async () => {
    const { canary } = await startCanary({ auto: { minutes: null } });
    await world.reportResults(canary, { loaded: 100 });
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    await world.reportResults(canary, { failed: 20 });
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
  });

  it('is judged only by what was reported since it has its share', async () => {
    const { canary } = await startCanary({ auto: hourly });
    await world.reportResults(canary, { loaded: 20, failed: 20 });
    await world.promote(canary, { percent: 20, auto: hourly });
    await world.reportResults(canary, { loaded: 110 });
    await runTwice();
    expect(await canaryPercent()).toBe(20);
  });
});

describe('a canary of which one visitor forges reports', () => {
  const failed = (build: string): BuildReport[] => [{ remote: 'blog', build, result: 'failed' }];
  const loaded = (build: string): BuildReport[] => [{ remote: 'blog', build, result: 'loaded' }];

  it('is not rolled back by thousands without tokens, nor by pages that few networks have really loaded', async () => {
    const { current, canary } = await startCanary({ auto: hourly });
    await world.reportResults(current, { loaded: 300 });
    await world.reportResults(canary, { loaded: 60 });
    const token = world.tokenOf([canary, current]);
    for (let sent = 0; sent < 2_000; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => world.reportAs(failed(canary), n % 2 ? token : undefined, `forger ${n}`)),
      );
    for (let network = 0; network < 3; network += 1)
      await Promise.all(
        Array.from({ length: 50 }, () => world.reportAs(failed(canary), world.tokenOf([canary]), `few ${network}`)),
      );
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    expect(await automatic()).toEqual([]);
    // The same failures of visitors do roll it back.
    await world.reportResults(canary, { failed: 5 });
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
  });

  it('is not raised by a hundred good pages of few networks, and is rolled back although they report loads', async () => {
    const { current, canary } = await startCanary({ auto: soon });
    await world.reportResults(current, { loaded: 300 });
    const { canary: stage } = await world.blog();
    await waitFor('the end of the stage', async () => Date.now() > Date.parse(stage!.since) + 600);
    for (let network = 0; network < 4; network += 1)
      await Promise.all(
        Array.from({ length: 50 }, () => world.reportAs(loaded(canary), world.tokenOf([canary]), `few ${network}`)),
      );
    await runTwice();
    expect(await canaryPercent()).toBe(10);
    await world.reportResults(canary, { loaded: 30, failed: 10 });
    await runUntil('the rollback', async () => (await canaryPercent()) === null);
  });

  it('is not judged by pages that were served before it had its share', async () => {
    const { current, canary } = await startCanary({ auto: hourly });
    const before = Date.parse((await world.blog()).canary!.since) - 1;
    await world.reportResults(current, { loaded: 300 });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        world.reportAs(failed(canary), world.tokenOf([canary], before), `visitor before ${n}`),
      ),
    );
    await runTwice();
    expect(await canaryPercent()).toBe(10);
  });
});

it('a canary without `auto` is neither raised nor rolled back', async () => {
  const { canary } = await startCanary({});
  await world.reportResults(canary, failing);
  await runTwice();
  expect(await canaryPercent()).toBe(10);
});

it('canaries are judged every 10 seconds', async () => {
  expect(await world.schedules(decideOnCanaries)).toContainEqual(
    expect.objectContaining({ name: decideOnCanaries.name, every: 10_000 }),
  );
});

it('a canary that a web process cannot serve is named, and rolled back without page loads if it is automatic', async () => {
  const { canary, current } = await startCanary({ auto: hourly });
  await reportUnserved(canary, new Date(Date.now() - 60_000));
  await reportUnserved(current);
  await runTwice();
  expect((await world.call(remotes.list, {})).unserved).toMatchObject([{ remote: 'blog', build: current }]);
  expect(await canaryPercent()).toBe(10);
  await reportUnserved(canary);
  await runUntil('the rollback', async () => (await canaryPercent()) === null);
  expect((await automatic())[0]).toMatchObject({ reason: 'It is broken: it ended its process' });
  expect((await world.blog()).current).toBe(current);
});
