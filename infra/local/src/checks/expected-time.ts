/**
 * s that stages take with slowness 1 (machine.ts). Stages that run at the same time have their shares.
 * `npm test -- --times` prints the measured ones.
 */
const expectedSeconds: Readonly<Record<string, number>> = {
  lint: 3,
  prose: 1,
  boundaries: 8,
  'slow specs': 0,
  types: 13,
  tests: 800,
  'end to end': 200,
  'slow tests': 900,
  'slow end to end': 700,
  'end to end, translated pages': 200,
  'test of rebrand': 30,
  'test of new-entity': 90,
  'test of new-remote': 80,
  'on two replicas': 130,
  'under the newest Node': 170,
  'verify operations': 140,
  'verify compose': 750,
};

/** Returns how many ms a stage takes; undefined if it has no expected time. @param slowness as for `expectedMinutes` */
export function expectedMs(stage: string, slowness: number): number | undefined {
  const known = expectedSeconds[stage];
  return known === undefined ? undefined : known * 1000 * slowness;
}

/**
 * Returns how many minutes the stages of a run take, rounded up; undefined if one of them has no expected time.
 * @param slowness of this machine, from `measureSlowness`
 */
export function expectedMinutes(stages: string[], slowness: number): number | undefined {
  const known = stages.map((name) => expectedMs(name, slowness));
  if (known.some((value) => value === undefined)) return undefined;
  return Math.ceil(known.reduce<number>((sum, value) => sum + (value ?? 0), 0) / 60_000);
}
