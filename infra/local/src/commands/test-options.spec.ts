import { ConfigError } from '../config.js';
import { readTestOptions } from './test.js';

it('reads the options of npm test', () => {
  expect(readTestOptions([])).toEqual({ replicas: undefined, newestNode: false });
  expect(readTestOptions(['--replicas', '2'])).toEqual({ replicas: 2, newestNode: false });
  expect(readTestOptions(['--newest-node'])).toEqual({ replicas: undefined, newestNode: true });
});

it.each([[['--newest-node', '--replicas', '2']], [['--newest']]])('refuses %j', (args) => {
  expect(() => readTestOptions(args)).toThrow(ConfigError);
});
