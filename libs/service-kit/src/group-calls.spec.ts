import { currentScope, runInScope } from '@docfolio/process/scope';
import { groupCalls } from './group-calls.js';
import { requestContext } from './logging.js';

const deferred = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

describe('grouped calls', () => {
  it('of one turn share a run, and each gets its own result', async () => {
    const groups: (readonly number[])[] = [];
    const double = groupCalls(async (items: readonly number[]) => {
      groups.push(items);
      return items.map((item) => item * 2);
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('that arrive during a run form the next group when it ends', async () => {
    const groups: (readonly string[])[] = [];
    const gates = [deferred(), deferred()];
    const call = groupCalls(async (items: readonly string[]) => {
      groups.push(items);
      await gates[groups.length - 1]?.promise;
      return items;
    });
    const first = call('a');
    await new Promise(setImmediate);
    const others = [call('b'), call('c')];
    gates[0]!.resolve();
    await first;
    gates[1]!.resolve();
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('do not wait for a run that hangs', async () => {
    const call = groupCalls(async (items: readonly string[]) => {
      if (items.includes('hangs')) await new Promise(() => undefined);
      return items;
    });
    void call('hangs');
    await new Promise(setImmediate);
    expect(await call('next')).toBe('next');
  });

  it('fail alone if their outcome is an error', async () => {
    const call = groupCalls(async (items: readonly string[]) =>
      items.map((item) => (item === 'bad' ? new Error(item) : item)),
    );
    expect(await Promise.allSettled(['good', 'bad'].map(call))).toEqual([
      { status: 'fulfilled', value: 'good' },
      { status: 'rejected', reason: new Error('bad') },
    ]);
  });

  it('fail together if the run does, and later ones succeed', async () => {
    let runs = 0;
    const call = groupCalls(async (items: readonly string[]) => {
      runs += 1;
      if (runs === 1) throw new Error('no connection');
      return items;
    });
    const outcomes = await Promise.allSettled(['a', 'b'].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await call('c')).toBe('c');
  });

  it('above the size of a group are split', async () => {
    const sizes: number[] = [];
    const call = groupCalls(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { size: 2 },
    );
    await Promise.all([1, 2, 3, 4, 5].map(call));
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('of the same window share a run', async () => {
    const groups: (readonly string[])[] = [];
    const call = groupCalls(
      async (items: readonly string[]) => {
        groups.push(items);
        return items;
      },
      { window: 20 },
    );
    const first = call('a');
    await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([first, call('b')]);
    expect(groups).toEqual([['a', 'b']]);
  });

  it('run outside of the request that made them', async () => {
    const call = groupCalls(async (items: readonly string[]) => items.map(() => requestContext.getStore()));
    expect(await requestContext.run({ requestId: 'r' }, () => call('a'))).toBeUndefined();
  });

  it('run in the scope of the object that groups them', async () => {
    const scopeOf = (name: string) => ({ name, together: ['leads', 'gateway'], env: {} });
    const group = () => groupCalls(async (items: readonly string[]) => items.map(() => currentScope()?.name ?? 'none'));
    const call = runInScope(scopeOf('leads'), group);
    expect(await runInScope(scopeOf('gateway'), () => call('a'))).toBe('leads');
    expect(await runInScope(scopeOf('gateway'), () => group()('a'))).toBe('gateway');
  });
});
