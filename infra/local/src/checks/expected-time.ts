/**
 * s that stages take with slowness 1 (machine.ts). Stages that run at the same time have their shares.
 * `npm run test:times` prints the measured ones.
 */
const expectedSeconds: Readonly<Record<string, number>> = {
  lint: 3,
  prose: 1,
  boundaries: 8,
  'slow specs': 0,
  types: 13,
  tests: 450,
  'end to end': 130,
  'slow tests': 500,
  'slow end to end': 500,
  'end to end, translated pages': 130,
  'test:rebrand': 20,
  'test:new-entity': 50,
  'test:new-remote': 45,
  'test:replicas': 70,
  'test:newest-node': 120,
  'verify:operations': 55,
  'verify:compose': 530,
};

/**
 * Returns how many minutes the stages of a run take, rounded up; undefined if one of them has no expected time.
 * @param slowness of this machine, from `measureSlowness`
 */
export function expectedMinutes(stages: string[], slowness: number): number | undefined {
  const known = stages.map((name) => expectedSeconds[name]);
  if (known.some((value) => value === undefined)) return undefined;
  return Math.ceil((known.reduce<number>((sum, value) => sum + (value ?? 0), 0) * slowness) / 60);
}
