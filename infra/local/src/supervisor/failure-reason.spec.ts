import { failureReason } from './failure-reason.js';

describe('the reason of a failure', () => {
  it('includes output that is no log entry, such as the stack of an exception', () => {
    const stack = 'file:///leads/dist/main.js:3\n    throw new Error("no");\n    ^\n\nError: no\n    at main.js:3:7';
    expect(failureReason(`{"level":"info","msg":"starting"}\n\n${stack}\n`)).toBe(stack);
  });

  it('includes the message of an error whose stack has only frames', () => {
    const err = { message: 'The data is newer', stack: '    at check' };
    const entry = { level: 'fatal', msg: 'the service cannot start', err };
    expect(failureReason(JSON.stringify(entry))).toBe('the service cannot start: The data is newer');
  });

  it('includes the severe log entries', () => {
    const err = { message: 'No handler', stack: 'Error: No handler\n    at boot' };
    const entries = [
      { level: 'info', msg: 'starting' },
      { level: 'fatal', msg: 'start failed', err },
    ];
    expect(failureReason(entries.map((entry) => JSON.stringify(entry)).join('\n'))).toBe(
      'start failed: Error: No handler\n    at boot',
    );
  });

  it('is empty if the log has neither', () => {
    expect(failureReason('{"level":"info","msg":"request"}\n')).toBe('');
    expect(failureReason('')).toBe('');
  });
});
