import { clientsToRaise, decideOn, loadsToRaise } from './canary-rule.js';
import type { Canary } from './pointer.js';

const since = '2026-01-02T00:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(since) + minutes * 60_000);
const canaryAt = (percent: number, minutes: number | null = 30): Canary => ({
  ...{ build: 'e07b6d1-0000000a', percent, since, auto: { minutes } },
});

type Pair = readonly [failures: number, loads: number];
/** Evidence of as many networks as loads, or of fewer. */
const sampleOf = ([failures, loads]: Pair, clients = loads) => ({ loads, failures, clients, failing: failures });

function decide(
  canary: Pair,
  current: Pair,
  { minutes = 10, percent = 10, pinned = false, every = 30 as number | null, clients = canary[1] } = {},
) {
  const counts = { canary: sampleOf(canary, clients), current: sampleOf(current) };
  return decideOn(canaryAt(percent, every), pinned, counts, after(minutes));
}

describe('a canary that fails', () => {
  it.each<[string, Pair, Pair, string | undefined]>([
    ['is rolled back at 50 loads', [5, 50], [1, 450], 'Load failures 10.0 % against 0.2 %'],
    ['is not judged at 49 loads', [49, 49], [0, 450], undefined],
    ['is not rolled back with failures in 4 networks', [4, 50], [0, 100_000], undefined],
    ['is not rolled back if the current build fails as often', [5, 50], [45, 450], undefined],
    ['is not rolled back if the difference may be chance', [4, 100], [9, 900], undefined],
    [
      'is rolled back for the same rates among more loads',
      [40, 1_000],
      [90, 9_000],
      'Load failures 4.0 % against 1.0 %',
    ],
    ['is not rolled back if the current build fails more often', [10, 100], [450, 900], undefined],
    [
      'is compared with 1 % without loads of the current build',
      [5, 50],
      [0, 0],
      'Load failures 10.0 % against an expected 1 %',
    ],
    ['is not rolled back if the failures may be chance at 1 %', [5, 400], [0, 0], undefined],
    ['with more errors than loads counts as failing always', [60, 50], [0, 450], 'Load failures 100.0 % against 0.0 %'],
    ['and a current build with more errors than loads are not told apart', [50, 50], [60, 50], undefined],
  ])('%s: %j against %j', (_, canary, current, reason) => {
    expect(decide(canary, current)).toEqual(reason === undefined ? undefined : { action: 'roll back', reason });
  });

  it('is judged by the networks in which it failed, not by how often it did there', () => {
    const current = { loads: 900, failures: 5, clients: 300, failing: 5 };
    const canary = { loads: 100, failures: 20, clients: 40 };
    const judge = (failing: number) =>
      decideOn(canaryAt(10), false, { canary: { ...canary, failing }, current }, after(600));
    expect(judge(4)).toBeUndefined();
    expect(judge(8)).toEqual({ action: 'roll back', reason: 'Load failures 20.0 % against 0.6 %' });
  });

  it('is compared with 1 % of the loads of each network without loads of the current build', () => {
    const current = { loads: 0, failures: 0, clients: 0, failing: 0 };
    const judge = (loads: number) =>
      decideOn(canaryAt(10), false, { canary: { loads, failures: 5, clients: 60, failing: 5 }, current }, after(1));
    expect(judge(60)).toMatchObject({ action: 'roll back' });
    expect(judge(300)).toBeUndefined();
  });

  it('is rolled back also after its time, while pinned, and if it is never raised', () => {
    for (const options of [{ minutes: 60 }, { pinned: true }, { every: null }])
      expect(decide([20, 100], [0, 900], options)).toMatchObject({ action: 'roll back' });
  });
});

describe('a canary that does not fail', () => {
  it.each([
    ['from 10 to 50 % after its time', { minutes: 30 }, 50],
    ['from 1 to 50 %', { minutes: 30, percent: 1 }, 50],
    ['from 49 to 50 %', { minutes: 30, percent: 49 }, 50],
    ['from 50 to 100 %', { minutes: 30, percent: 50 }, 100],
    ['from 75 to 100 %', { minutes: 30, percent: 75 }, 100],
    ['not before its time', { minutes: 29.99 }, undefined],
    ['not while pinned', { minutes: 60, pinned: true }, undefined],
    ['not if it is only to be rolled back', { minutes: 60, every: null }, undefined],
  ])('is raised %s', (_, options, percent) => {
    expect(decide([1, 100], [9, 900], options)).toEqual(
      percent && { action: 'raise', percent, reason: 'Load failures 1.0 % in 100 page loads' },
    );
  });

  it('is not raised before 100 page loads from 20 networks were counted at this share', () => {
    const later = { minutes: 600 };
    expect(decide([0, loadsToRaise - 1], [0, 900], later)).toBeUndefined();
    expect(decide([0, loadsToRaise], [0, 900], { ...later, clients: clientsToRaise - 1 })).toBeUndefined();
    expect(decide([0, loadsToRaise], [0, 900], { ...later, clients: clientsToRaise })).toMatchObject({ percent: 50 });
  });

  it.each<[string, Pair, Pair]>([
    ['fails in too few networks to be rolled back', [4, 120], [1, 900]],
    ['may fail more often than the current build', [6, 200], [8, 900]],
    ['may fail more often than 1 %, without loads of the current build', [4, 120], [0, 0]],
  ])('stays at its share if it %s', (_, canary, current) => {
    expect(decide(canary, current, { minutes: 600 })).toBeUndefined();
  });

  it('is not touched without `auto`', () => {
    const counts = { canary: sampleOf([50, 50]), current: sampleOf([0, 450]) };
    expect(decideOn({ ...canaryAt(10), auto: null }, false, counts, after(60))).toBeUndefined();
  });
});

/** Returns numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Simulates canaries at 10 % that are judged after every tenth of 200 loads. @returns how many were rolled back */
function countRolledBack(canaries: number, failureRates: { canary: number; current: number }): number {
  const random = randomNumbers(14);
  const isRolledBack = () => {
    const counts = { canary: sampleOf([0, 0]), current: sampleOf([0, 0]) };
    const load = (part: keyof typeof counts) => {
      counts[part].loads += 1;
      counts[part].clients += 1;
      if (random() >= failureRates[part]) return;
      counts[part].failures += 1;
      counts[part].failing += 1;
    };
    while (counts.canary.loads < 200) {
      load('canary');
      for (let visitor = 0; visitor < 9; visitor += 1) load('current');
      if (counts.canary.loads % 10 === 0 && decideOn(canaryAt(10), false, counts, after(1))) return true;
    }
    return false;
  };
  return Array.from({ length: canaries }, isRolledBack).filter(Boolean).length;
}

it('of 1,000 harmless canaries with 1 % failures and 200 loads at most 3 % are rolled back by chance', () => {
  expect(countRolledBack(1_000, { canary: 0.01, current: 0.01 })).toBeLessThanOrEqual(30);
});

it('of 200 canaries with 5 % failures against 0.1 % at least 95 % are rolled back within 200 loads', () => {
  expect(countRolledBack(200, { canary: 0.05, current: 0.001 })).toBeGreaterThanOrEqual(190);
});
