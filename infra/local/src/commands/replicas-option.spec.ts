import { ConfigError } from '../config.js';
import { readReplicas } from './replicas-option.js';

it('reads the number of replicas', () => {
  expect(readReplicas(['--replicas', '2'])).toBe(2);
  expect(readReplicas(['--replicas=3'])).toBe(3);
  expect(readReplicas([])).toBeUndefined();
});

it.each([
  [['--replicas', 'two'], '--replicas=two: expected 1 to 8'],
  [['--replicas', '0'], 'expected 1 to 8'],
  [['--replica', '2'], 'Known: --replicas N'],
  [['2'], 'Known: --replicas N'],
])('refuses %j', (args, message) => {
  expect(() => readReplicas(args)).toThrow(ConfigError);
  expect(() => readReplicas(args)).toThrow(message);
});
