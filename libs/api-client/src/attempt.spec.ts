import { ProblemError } from '@docfolio/contracts/core/problem';
import { FormAttempts } from './attempt.js';

const refused = (retryAfter?: number) =>
  new ProblemError('rate_limited', retryAfter === undefined ? {} : { retryAfter });

/** Returns a `send` that fails with each of `failures` in turn, and then answers `stored`. */
function server(...failures: Error[]) {
  const keys: string[] = [];
  const send = async (key: string) => {
    keys.push(key);
    const failure = failures.shift();
    if (failure) throw failure;
    return 'stored';
  };
  return { keys, send };
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a form that is refused because of the rate of forms', () => {
  it('is sent again by itself when the server said, as the same attempt, and says so before', async () => {
    const { keys, send } = server(refused(30), refused(10));
    const waits: number[] = [];
    const sent = new FormAttempts().run({ name: 'Ada' }, send, (seconds) => waits.push(seconds));
    await jest.advanceTimersByTimeAsync(31_000);
    expect([keys.length, waits]).toEqual([1, [32]]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([keys.length, waits]).toEqual([2, [32, 12]]);
    await jest.advanceTimersByTimeAsync(12_000);
    await expect(sent).resolves.toBe('stored');
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['the wait would be too long', refused(600)],
    ['the server names no time', refused()],
    ['it failed for another reason', new ProblemError('unavailable', { retryAfter: 1 })],
  ])('fails where %s', async (_, failure) => {
    const { keys, send } = server(failure);
    const onWait = jest.fn();
    await expect(new FormAttempts().run({}, send, onWait)).rejects.toBe(failure);
    expect([keys.length, onWait.mock.calls.length]).toEqual([1, 0]);
  });

  it('fails with the time of the last refusal after two minutes of waiting', async () => {
    const { keys, send } = server(refused(50), refused(50), refused(40));
    const sent = new FormAttempts().run({}, send, () => {}).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(200_000);
    await expect(sent).resolves.toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    expect(keys).toHaveLength(3);
  });

  it('fails immediately where the form cannot say so', async () => {
    const { send } = server(refused(1));
    await expect(new FormAttempts().run({}, send)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
