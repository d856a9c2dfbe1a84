import { TimeoutError, withTimeout } from './with-timeout.js';

const never = new Promise<never>(() => undefined);

it('returns the result of work that ends in time and leaves no timer', async () => {
  jest.useFakeTimers();
  await expect(withTimeout(Promise.resolve(1), 1_000)).resolves.toBe(1);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it('passes on the error of work that fails in time', async () => {
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
});

it('throws a TimeoutError, or the error that the caller names, when work takes too long', async () => {
  await expect(withTimeout(never, 1)).rejects.toBeInstanceOf(TimeoutError);
  await expect(withTimeout(never, 1, () => new Error('unavailable'))).rejects.toThrow('unavailable');
});
