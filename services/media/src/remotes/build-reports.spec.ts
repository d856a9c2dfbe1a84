import type { BuildReport, BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { pageKeys, remoteReports } from '@docfolio/contracts/entities/remote-report';
import { PageTokens } from '@docfolio/remote-build/page-token';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';
import { countsLifetime, hourKey } from './build-counts.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
beforeEach(() => world.announceShell());
afterEach(() => world.clear());
afterAll(() => world.stop());

const hour = 60 * 60 * 1_000;
const idOf = async () => (await world.deliver()).record.build;
/** Returns the keys of counts: not those of used tokens, and of what each client has contributed. */
const countKeys = async () =>
  (await world.redis.keys('docfolio:remote-reports:*')).filter((key) => !/:used:|:clients$/.test(key));
const statistics = async () => (await world.call(remoteReports.statistics, { name: 'blog' })).items;

async function statisticsOf(build: string | null): Promise<BuildStatistics> {
  return (await statistics()).find((item) => item.build === build)!;
}

const empty = { loads: 0, failure_rate: null, lcp: null, cls: null, inp: null };

describe('the statistics of a remote', () => {
  it('count loads and failures of current, canary and previous build', async () => {
    const [previous, current, canary] = [await idOf(), await idOf(), await idOf()];
    for (const build of [previous, current]) await world.promote(build);
    await world.promote(canary, { percent: 10 });
    await world.reportResults(current, { loaded: 97, failed: 3, error: 2 });
    await world.reportResults(canary, { loaded: 9, failed: 1 });
    const items = await statistics();
    expect(items.map(({ build, loads, failure_rate }) => [build, loads, failure_rate])).toEqual([
      [current, 100, 0.05],
      [canary, 10, 0.1],
      [previous, 0, null],
    ]);
    for (const { hours, build: _, ...figures } of items) {
      expect(hours).toHaveLength(24);
      // The test may run across the start of an hour.
      expect(hours.slice(-2)).toContainEqual(figures);
      expect(hours[0]).toEqual(empty);
    }
  });

  it('contain the delivered build, also of a remote that was never deployed', async () => {
    expect(await statistics()).toEqual([{ build: null, ...empty, hours: Array.from({ length: 24 }, () => empty) }]);
    await world.promote(await idOf());
    await world.reportResults(null, { loaded: 1 });
    expect(await statisticsOf(null)).toMatchObject({ loads: 1, failure_rate: 0 });
  });

  it('list the last 24 hours, the oldest first, and leave out earlier ones', async () => {
    const build = await idOf();
    await world.promote(build);
    const start = Date.now();
    const store = (hoursAgo: number, loaded: number) =>
      world.redis.hset(hourKey({ remote: 'blog', build }, start - hoursAgo * hour), { loaded, 'lcp:80': loaded });
    await Promise.all([store(24, 1_000), store(22, 20), store(3, 3), store(0, 1)]);
    const { hours, loads, lcp } = await statisticsOf(build);
    expect({ loads, lcp }).toEqual({ loads: 24, lcp: expect.closeTo(1_950, -2) });
    // An hour may have begun in the meantime.
    const expected = new Map([
      [1, 20],
      [20, 3],
      [23, 1],
    ]);
    const passed = Math.floor(Date.now() / hour) - Math.floor(start / hour);
    expect(hours.map((figures) => figures.loads)).toEqual(
      Array.from({ length: 24 }, (_, index) => expected.get(index + passed) ?? 0),
    );
  });

  it('have a failure rate of at most 1, and none without loads', async () => {
    await world.promote(await idOf());
    await world.reportResults(null, { error: 3 });
    expect(await statisticsOf(null)).toMatchObject({ loads: 0, failure_rate: null });
    await world.reportResults(null, { loaded: 2 });
    expect(await statisticsOf(null)).toMatchObject({ loads: 2, failure_rate: 1 });
  });

  it('have 75th percentiles of the Web Vitals within 5 % of the exact ones', async () => {
    const build = await idOf();
    await world.promote(build);
    const vitals = Array.from({ length: 300 }, (_, index) => {
      // Skewed like real values, in an order that is not sorted.
      const skewed = Math.exp(3 * (((index * 37) % 300) / 300) ** 2);
      return { lcp: Math.round(700 * skewed), cls: 0.01 * skewed, inp: Math.round(40 * skewed) };
    });
    await world.report(vitals.map((values) => ({ remote: 'blog', build, result: 'vitals' as const, ...values })));
    const found = await statisticsOf(build);
    expect(found).toMatchObject({ loads: 0, failure_rate: null });
    for (const name of ['lcp', 'cls', 'inp'] as const) {
      const exact = vitals.map((values) => values[name]).sort((a, b) => a - b)[224]!;
      expect(Math.abs(found[name]! / exact - 1)).toBeLessThan(0.05);
    }
    expect(found.cls).toBeLessThan(1);
  });

  it('have Web Vitals only from reports that contain them', async () => {
    const build = await idOf();
    await world.promote(build);
    await world.report([
      { remote: 'blog', build, result: 'vitals', lcp: 800, cls: 0 },
      { remote: 'blog', build, result: 'loaded', inp: 90 },
    ]);
    expect(await statisticsOf(build)).toMatchObject({ loads: 1, lcp: expect.closeTo(800, -2), cls: 0, inp: null });
  });
});

describe('a report', () => {
  it('of an unknown remote, or of a build that was never deployed, is ignored without an error', async () => {
    const [deployed, published] = [await idOf(), await idOf()];
    await world.promote(deployed);
    const foreign: BuildReport[] = [
      { remote: 'elsewhere', build: null, result: 'loaded' },
      { remote: 'elsewhere', build: deployed, result: 'loaded' },
      { remote: 'blog', build: 'e07b6d1-00000000', result: 'failed' },
      { remote: 'blog', build: published, result: 'vitals', lcp: 800 },
    ];
    await world.report(foreign);
    expect(await countKeys()).toEqual([]);
    await world.report([...foreign, { remote: 'blog', build: deployed, result: 'loaded' }]);
    expect(await countKeys()).toHaveLength(1);
    expect(await statisticsOf(deployed)).toMatchObject({ loads: 1, failure_rate: 0 });
  });

  it('is counted for 24 hours after its build was replaced', async () => {
    const build = await idOf();
    await world.promote(build);
    await world.rollBack();
    await world.reportResults(build, { loaded: 1 });
    expect(await countKeys()).toHaveLength(1);
    const dayAgo = new Date(Date.now() - 24 * hour).toISOString();
    await world.collection('remotes').updateOne({}, { $set: { retired: [{ build, at: dayAgo }] } });
    await world.redis.del(await countKeys());
    await world.reportResults(build, { loaded: 1 });
    expect(await countKeys()).toEqual([]);
  });

  it('leaves nothing but counts, and for a while hashes of networks and used tokens', async () => {
    const [current, canary] = [await idOf(), await idOf()];
    await world.promote(current);
    await world.promote(canary, { percent: 10, auto: { minutes: null } });
    await world.report([
      { remote: 'blog', build: canary, result: 'loaded' },
      { remote: 'blog', build: canary, result: 'vitals', lcp: 812, cls: 0.05, inp: 45 },
      { remote: 'blog', build: current, result: 'failed' },
    ]);
    const keys = await countKeys();
    const hashes = await Promise.all(keys.map((key) => world.redis.hgetall(key)));
    expect(hashes.map((hash) => Object.keys(hash).length).sort()).toEqual([1, 4, 6]);
    for (const [field, count] of hashes.flatMap((hash) => Object.entries(hash))) {
      expect(field).toMatch(/^((canary|current):(loads|failures|clients|failing)|loaded|failed|(lcp|cls|inp):\d+)$/);
      expect(count).toBe('1');
    }
    const lifetimes = async (names: readonly string[]) => Promise.all(names.map((name) => world.redis.ttl(name)));
    for (const left of await lifetimes(keys)) {
      expect(left).toBeLessThanOrEqual(countsLifetime);
      expect(left).toBeGreaterThan(countsLifetime - 60);
    }
    const others = (await world.redis.keys('docfolio:remote-reports:*')).filter((key) => !keys.includes(key));
    expect(others.length).toBeGreaterThan(0);
    for (const left of await lifetimes(others)) expect(left).toBeGreaterThan(0);
    const ofHours = others.filter((key) => /:\d+:clients$/.test(key) && !key.includes(':canary:'));
    for (const left of await lifetimes(ofHours)) expect(left).toBeLessThanOrEqual(2 * 60 * 60);
  });

  describe('counts only with the token of a page that was served', () => {
    const otherThan = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    let build: string;
    const loaded = (of: string | null = build): BuildReport[] => [{ remote: 'blog', build: of, result: 'loaded' }];
    const loads = async (of: string | null = build) => (await statisticsOf(of)).loads;
    beforeEach(async () => {
      build = await idOf();
      await world.promote(build);
    });

    it.each<[string, () => string | undefined]>([
      ['without one', () => undefined],
      ['with one that somebody else has signed', () => new PageTokens().sign(`blog:${build}:0`)],
      ['with one whose build was exchanged', () => world.tokenOf([otherThan(build)]).replace(/:[^.]+/, `:${build}`)],
      ['with one of a page with another build', () => world.tokenOf([null])],
      ['with one of another remote', () => world.pageTokens.sign(`site:${build}`)],
      ['with one that is an hour old', () => world.tokenOf([build], Date.now() - hour)],
      ['with one of the future', () => world.tokenOf([build], Date.now() + hour)],
    ])('and is ignored %s', async (_, token) => {
      await world.reportAs(loaded(), token(), 'visitor');
      expect(await countKeys()).toEqual([]);
    });

    it('of a process that still runs or has ended less than an hour ago', async () => {
      const ended = new PageTokens();
      const announce = (until: number) =>
        world.redis.hset(pageKeys, ended.keyId, JSON.stringify({ key: ended.publicKey, until }));
      await announce(Date.now() - 1);
      await world.reportAs(loaded(), ended.sign(`blog:${build}`));
      expect(await countKeys()).toEqual([]);
      await announce(Date.now() + hour);
      await world.reportAs(loaded(), ended.sign(`blog:${build}`));
      expect(await loads()).toBe(1);
      await world.redis.hdel(pageKeys, ended.keyId);
    });

    it('once for each result, also with concurrent repeats from several networks', async () => {
      const token = world.tokenOf([build, null]);
      await Promise.all(Array.from({ length: 20 }, (_, n) => world.reportAs(loaded(), token, `visitor ${n}`)));
      expect(await loads()).toBe(1);
      // The page may fall back to the delivered build, and report that one as well.
      await world.reportAs(loaded(null), token, 'visitor');
      expect(await loads(null)).toBe(1);
    });

    it('five times an hour from one network, whose further reports take no memory', async () => {
      for (let page = 0; page < 30; page += 1) await world.reportAs(loaded(), world.tokenOf([build]), 'visitor');
      expect(await loads()).toBe(5);
      const used = await world.redis.keys('docfolio:remote-reports:used:*');
      const members = await Promise.all(used.map((key) => world.redis.scard(key)));
      expect(members.reduce((sum, count) => sum + count, 0)).toBe(5);
      await world.reportAs(loaded(), world.tokenOf([build]), 'another visitor');
      expect(await loads()).toBe(6);
    });
  });

  it('with other fields, or values out of range, is refused', async () => {
    const good = { remote: 'blog', build: null, result: 'vitals' as const };
    for (const bad of [{ url: '/blog' }, { lcp: 60_001 }, { cls: -1 }, { inp: 0.5 }])
      expect(await rejectionOf(world.call(remoteReports.report, { reports: [{ ...good, ...bad }] }))).toMatchObject({
        code: 'validation_failed',
      });
  });
});
