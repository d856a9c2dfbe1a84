/** Returns a function that runs its calls at most `limit` at a time, in their order. */
export function limitParallel(limit: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      // The next call takes over this one's place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
