/** Thrown by `withTimeout`, unless its `onTimeout` makes another error. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for a promise, at most `timeout` ms. After a timeout the work goes on; its result or error is ignored.
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
