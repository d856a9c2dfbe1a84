import { nextDue, runSchedule } from './schedule.js';

describe('the schedule of backups', () => {
  it('is a cron pattern in UTC', () => {
    const after = new Date('2026-11-24T03:15:00Z');
    expect(nextDue('15 3 * * *', after).toISOString()).toBe('2026-11-25T03:15:00.000Z');
    expect(nextDue('0 */6 * * *', after).toISOString()).toBe('2026-11-24T06:00:00.000Z');
    for (const pattern of ['', 'daily', '* * * * * *', '61 3 * * *'])
      expect(() => nextDue(pattern, after)).toThrow('expected a cron pattern');
  });

  it('makes a backup when it is due, again 15 minutes after one that failed, and stops', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-24T00:00:00Z') });
    try {
      const stop = new AbortController();
      const made: string[] = [];
      const running = runSchedule(
        (after) => nextDue('15 3 * * *', after),
        async () => {
          made.push(new Date().toISOString());
          return made.length !== 1;
        },
        { signal: stop.signal },
      );
      await jest.advanceTimersByTimeAsync(2 * 24 * 60 * 60 * 1_000);
      expect(made).toEqual(['2026-11-24T03:15:00.000Z', '2026-11-24T03:30:00.000Z', '2026-11-25T03:15:00.000Z']);
      stop.abort();
      await running;
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
