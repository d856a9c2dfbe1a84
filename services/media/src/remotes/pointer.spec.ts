import { ProblemError } from '@docfolio/contracts/core/problem';
import { deploy, initialPointer, type Pointer, planPromotion, planRollback, stateOf } from './pointer.js';

const [a, b, c] = ['e07b6d1-0000000a', 'e07b6d1-0000000b', 'e07b6d1-0000000c'] as const;
const start = Date.parse('2026-01-02T00:00:00.000Z');
const hours = (count: number) => new Date(start + count * 60 * 60 * 1_000);
const minute = 1 / 60;

function promote(pointer: Pointer, build: string, at: number, percent = 100, auto: { minutes: number } | null = null) {
  const plan = planPromotion(pointer, { build, percent, auto }, hours(at));
  return plan ? deploy(pointer, plan.deployed, hours(at)) : pointer;
}

function rollBack(pointer: Pointer, at: number, build?: string | null) {
  const plan = planRollback(pointer, build);
  return plan ? deploy(pointer, plan.deployed, hours(at)) : pointer;
}

const retiredAt = (pointer: Pointer, at: number) => stateOf('blog', pointer, hours(at)).retired;

describe('a promotion', () => {
  it('to all visitors makes the current build the previous one and ends the canary', () => {
    const canary = promote(promote(initialPointer, a, 0), b, 1, 10);
    expect(promote(canary, c, 2)).toMatchObject({ current: c, previous: a, canary: null });
  });

  it('of the canary to all visitors makes it the current build', () => {
    const canary = promote(promote(initialPointer, a, 0), b, 1, 10);
    expect(promote(canary, b, 2)).toMatchObject({ current: b, previous: a, canary: null, retired: [] });
  });

  it('of the current build ends the canary and leaves the previous build', () => {
    const canary = promote(promote(promote(initialPointer, a, 0), b, 1), c, 2, 10);
    expect(promote(canary, b, 3)).toMatchObject({ current: b, previous: a, canary: null });
    expect(planPromotion(canary, { build: b, percent: 100, auto: null }, hours(3))?.step).toEqual({
      ...{ action: 'promoted', from: c, to: b, percent: 100 },
    });
  });

  it('to a share of visitors makes the build the canary, also beside the delivered build', () => {
    const canary = promote(initialPointer, a, 1, 10, { minutes: 30 });
    const since = hours(1).toISOString();
    expect(canary).toMatchObject({
      ...{ current: null, previous: null, canary: { build: a, percent: 10, since, auto: { minutes: 30 } } },
    });
    expect(stateOf('blog', canary, hours(1)).canary).toEqual({ build: a, percent: 10 });
  });

  it('of the canary to another share changes the share and its time', () => {
    const raised = promote(promote(initialPointer, a, 1, 10), a, 2, 50);
    expect(raised.canary).toEqual({ build: a, percent: 50, since: hours(2).toISOString(), auto: null });
  });

  it('to what is deployed already is a no-op', () => {
    const current = promote(initialPointer, a, 0);
    expect(planPromotion(current, { build: a, percent: 100, auto: null }, hours(1))).toBeUndefined();
    const canary = promote(current, b, 1, 10, { minutes: 5 });
    expect(planPromotion(canary, { build: b, percent: 10, auto: { minutes: 5 } }, hours(2))).toBeUndefined();
    expect(planPromotion(canary, { build: b, percent: 10, auto: null }, hours(2))).toBeDefined();
  });

  it('to a share of visitors is refused for the build that all visitors get', () => {
    const current = promote(initialPointer, a, 0);
    expect(() => promote(current, a, 1, 10)).toThrow(
      new ProblemError('conflict', { detail: 'All visitors get this build already.' }),
    );
  });

  it('is refused while the remote is pinned', () => {
    expect(() => promote({ ...initialPointer, pinned: true }, a, 0)).toThrow(/pinned/);
    expect(() => promote({ ...initialPointer, pinned: true }, a, 0, 10)).toThrow(/pinned/);
  });
});

describe('a rollback', () => {
  it('ends the canary and leaves the current build', () => {
    const canary = promote(promote(promote(initialPointer, a, 0), b, 1), c, 2, 10);
    expect(rollBack(canary, 3)).toMatchObject({ current: b, previous: a, canary: null });
    expect(planRollback(canary)?.step).toEqual({ action: 'rolled_back', from: c, to: b, percent: 100 });
  });

  it('without a canary deploys the previous build, behind which is the delivered one', () => {
    const current = promote(promote(initialPointer, a, 0), b, 1);
    const back = rollBack(current, 2);
    expect(back).toMatchObject({ current: a, previous: null, canary: null });
    expect(rollBack(back, 3)).toMatchObject({ current: null, previous: null });
  });

  it('to a given build or the delivered one deploys it and ends the canary', () => {
    const canary = promote(promote(initialPointer, a, 0), b, 1, 10);
    expect(rollBack(canary, 2, c)).toMatchObject({ current: c, previous: null, canary: null });
    expect(rollBack(canary, 2, null)).toMatchObject({ current: null, previous: null, canary: null });
  });

  it('to the build that is deployed is a no-op', () => {
    expect(planRollback(promote(initialPointer, a, 0), a)).toBeUndefined();
    expect(planRollback(initialPointer, null)).toBeUndefined();
  });

  it('is refused if the delivered build is deployed', () => {
    expect(() => rollBack(initialPointer, 0)).toThrow(/nothing to roll back/);
  });

  it('is possible while the remote is pinned', () => {
    expect(rollBack({ ...promote(initialPointer, a, 0), pinned: true }, 1)).toMatchObject({
      current: null,
      pinned: true,
    });
  });
});

describe('a retired build', () => {
  it('is listed for 24 hours after it was deployed last', () => {
    const third = promote(promote(promote(initialPointer, a, 0), b, 1), c, 2);
    expect(retiredAt(third, 2)).toEqual([a]);
    expect(retiredAt(third, 26 - minute)).toEqual([a]);
    expect(retiredAt(third, 26)).toEqual([]);
  });

  it('may be a former canary', () => {
    const ended = rollBack(promote(promote(initialPointer, a, 0), b, 1, 10), 2);
    expect(retiredAt(ended, 26 - minute)).toEqual([b]);
    expect(retiredAt(ended, 26)).toEqual([]);
  });

  it('is not listed while it is deployed again, and then for another 24 hours', () => {
    const ended = rollBack(promote(promote(initialPointer, a, 0), b, 1, 10), 2);
    const again = promote(ended, b, 20);
    expect(retiredAt(again, 21)).toEqual([]);
    const back = rollBack(again, 25);
    expect(back.current).toBe(a);
    expect(retiredAt(back, 49 - minute)).toEqual([b]);
    expect(retiredAt(back, 49)).toEqual([]);
  });

  it('is forgotten by the first change after 24 hours', () => {
    const ended = rollBack(promote(promote(initialPointer, a, 0), b, 1, 10), 2);
    expect(promote(ended, c, 27).retired).toEqual([]);
  });
});
