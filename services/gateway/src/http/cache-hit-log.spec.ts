import type { Logger } from '@docfolio/service-kit/logging';
import { CacheHitLog } from './cache-hit-log.js';

describe('the log of cache hits', () => {
  const info = jest.fn();
  const log = new CacheHitLog({ info } as unknown as Logger);

  beforeEach(() => {
    jest.useFakeTimers();
    info.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('counts hits by route and status every ten seconds', () => {
    for (let times = 0; times < 3; times++) log.count('/posts', 200);
    log.count('/posts', 304);
    log.count('/categories', 200);
    jest.advanceTimersByTime(9_999);
    expect(info).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(info.mock.calls.map(([fields]) => fields)).toEqual([
      { method: 'GET', route: '/posts', status: 200, requests: 3 },
      { method: 'GET', route: '/posts', status: 304, requests: 1 },
      { method: 'GET', route: '/categories', status: 200, requests: 1 },
    ]);
    jest.advanceTimersByTime(60_000);
    expect(info).toHaveBeenCalledTimes(3);
  });

  it('logs the remaining counts when flushed', () => {
    log.count('/posts', 200);
    log.flush();
    jest.advanceTimersByTime(60_000);
    expect(info).toHaveBeenCalledTimes(1);
  });
});
