import { expectedMinutes } from './expected-time.js';
import { timeoutFactor } from './machine.js';

it('expects a run to take as much longer as the machine is slower, rounded up to minutes', () => {
  const stages = ['lint', 'slow specs', 'types', 'tests'];
  expect(expectedMinutes(stages, 1)).toBe(14);
  expect(expectedMinutes(stages, 2)).toBe(28);
  expect(expectedMinutes([...stages, 'end to end, 2 replicas'], 1)).toBeUndefined();
});

it('multiplies time-outs by how slow the machine is, at least by 1 and at most by 8', () => {
  expect([0.5, 1, 2.5, 30].map(timeoutFactor)).toEqual([1, 1, 2.5, 8]);
});
