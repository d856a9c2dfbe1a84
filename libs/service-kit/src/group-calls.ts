import { AsyncLocalStorage } from 'node:async_hooks';
import { currentScope, runInScope } from '@docfolio/process/scope';

/** ms after which waiting calls start although the group before them is still running. */
const longestWait = 5;
const defaultSize = 64;

export interface GroupOptions {
  /** Calls per group. Default: 64. */
  size?: number;
  /** ms that the first call waits for others, for work that nobody waits for. Default: 0, the current turn only. */
  window?: number;
}

interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Taken when the module is loaded: a group belongs to no request, also if one was the first to need its function. */
const outsideOfRequests = AsyncLocalStorage.snapshot();

/**
 * Returns a function whose concurrent calls share one `run`. Calls of one turn of the event loop form a group; those that
 * arrive while it runs form the next one, which starts when it ends, or after 5 ms. A lone call does not wait, unless
 * there is a `window`. A group runs outside of the requests of its calls, in the scope in which its function was made.
 * @param run returns one outcome per item, in their order: an Error rejects the call of that item. If it rejects, all do
 */
export function groupCalls<Item, Result = void>(
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  { size = defaultSize, window = 0 }: GroupOptions = {},
): (item: Item) => Promise<Result> {
  const scope = currentScope();
  const waiting: Call<Item, Result>[] = [];
  let running = 0;
  let tick: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    clearImmediate(tick);
    clearTimeout(timer);
    tick = timer = undefined;
    while (waiting.length > 0) void settle(waiting.splice(0, size));
  };
  const settle = async (calls: readonly Call<Item, Result>[]): Promise<void> => {
    running += 1;
    try {
      const items = calls.map(({ item }) => item);
      const outcomes = await outsideOfRequests(() => runInScope(scope, () => run(items)));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const outcome = outcomes[index];
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome as Result);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    } finally {
      running -= 1;
      if (running === 0 && window === 0) start();
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (window > 0) timer ??= setTimeout(start, window);
      else if (running === 0) tick ??= setImmediate(start);
      else timer ??= setTimeout(start, longestWait);
    });
}
