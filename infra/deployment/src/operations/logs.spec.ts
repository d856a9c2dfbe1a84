import { logProblems, noteworthy } from './logs.js';

const lines = [
  { level: 'info', name: 'leads', msg: 'ready' },
  { level: 'warn', name: 'leads', msg: 'redis connection lost' },
  { level: 'warn', name: 'leads', msg: 'redis connection lost' },
  { level: 'warn', name: 'notifications', msg: 'job failed', err: { message: 'unknown field' } },
  { level: 50, service: 'web', msg: 'page failed' },
];
const logs = [...lines.map((line) => JSON.stringify(line)), 'not JSON', ''].join('\n');

it('problems are errors of both kinds of logs, and jobs that failed', () => {
  expect(logProblems(logs)).toEqual([
    'log of notifications: job failed (unknown field)',
    'log of web: page failed (no error)',
  ]);
});

it('warnings and errors are counted by process and message', () => {
  expect(noteworthy(logs).split('\n')).toEqual([
    '      2  leads: redis connection lost',
    '      1  notifications: job failed',
    '      1  web: page failed',
  ]);
  expect(noteworthy('')).toBe('  none');
});
