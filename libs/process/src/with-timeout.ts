export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Waits for `work`, at most `timeout` ms, after which its outcome is ignored. @throws what `onTimeout` returns */
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
