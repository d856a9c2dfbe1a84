/** Thrown by `withTimeout` unless the caller names another error. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for a promise, but not longer than `timeout`. The work itself goes on; its later result or error is ignored.
 * @param timeout ms
 * @param onTimeout makes the error to throw
 * @throws TimeoutError, or what `onTimeout` returns
 */
export async function withTimeout<T>(
  work: Promise<T>,
  timeout: number,
  onTimeout: () => Error = () => new TimeoutError(`timed out after ${timeout} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
