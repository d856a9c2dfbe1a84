import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { auth } from '@docfolio/contracts/entities/session';
import { QueryClientProvider, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient, infiniteListOf, queryKeyOf, queryOf, useOperation } from './query.js';
import { signIn, signOut, useSession } from './session.js';
import { FixtureServer } from './testing/fixture-server.js';
import { sampleLead, sampleSession, sampleUser } from './testing/samples.js';

let server: FixtureServer;

beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(async () => {
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  server.on(auth.signIn, { json: sampleSession(1) });
  server.on(auth.signOut, { json: {} });
  await signIn('owner@example.com', 'secret');
});
afterEach(async () => {
  await act(() => signOut());
  server.reset();
});
afterAll(() => server.stop());

const listOf = (ids: string[], next: string | null = null) => ({
  items: ids.map((name) => ({ ...sampleLead, name })),
  total: 3,
  total_exact: true,
  next,
});

function setup<T>(hook: () => T) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper }) };
}

describe('queryOf', () => {
  it('prefetches under the key that the component uses', async () => {
    server.on(leads.list, { json: listOf(['Ada']) });
    const { client, result, rerender } = setup(() => useQueryClient());
    await client.prefetchQuery(queryOf(leads.list, { status: 'new' }));
    rerender();
    const data = result.current.getQueryData(queryOf(leads.list, { status: 'new' }).queryKey);
    expect(data?.items[0]?.name).toBe('Ada');
    await client.invalidateQueries({ queryKey: queryKeyOf(leads.list) });
    expect(client.getQueryState(queryOf(leads.list, { status: 'new' }).queryKey)?.isInvalidated).toBe(true);
  });

  it('retries a query while the service is unavailable', async () => {
    server.on(leads.list, () => {
      if (server.requestsOf(leads.list).length === 1) throw new ProblemError('unavailable');
      return { json: listOf(['Ada']) };
    });
    const { result } = setup(() => useQuery(queryOf(leads.list, {})));
    await waitFor(() => expect(result.current.data?.total).toBe(3));
    expect(server.requestsOf(leads.list)).toHaveLength(2);
  });

  it('does not retry a query that was refused', async () => {
    server.on(leads.get, () => {
      throw new ProblemError('not_found');
    });
    const { result } = setup(() => useQuery(queryOf(leads.get, { id: sampleLead.id })));
    await waitFor(() => expect(result.current.error?.code).toBe('not_found'));
    expect(server.requestsOf(leads.get)).toHaveLength(1);
  });

  it('removes non-public queries on sign-out', async () => {
    server.on(leads.list, { json: listOf(['Ada']) });
    const { client } = setup(() => null);
    await client.prefetchQuery(queryOf(leads.list, {}));
    client.setQueryDefaults(['public'], { meta: { access: 'public' } });
    await client.prefetchQuery({ queryKey: ['public'], queryFn: () => 'a page' });
    await act(() => signOut());
    expect(client.getQueryData(queryOf(leads.list, {}).queryKey)).toBeUndefined();
    expect(client.getQueryData(['public'])).toBe('a page');
  });

  it('loads a list page by page with its cursor to the end', async () => {
    server.on(leads.list, ({ query }) => ({
      json: query.after === 'c1' ? listOf(['Cleo']) : listOf(['Ada', 'Bo'], 'c1'),
    }));
    const { result } = setup(() => useInfiniteQuery(infiniteListOf(leads.list, { limit: 2 })));
    await waitFor(() => expect(result.current.hasNextPage).toBe(true));
    await act(async () => void (await result.current.fetchNextPage()));
    await waitFor(() => expect(result.current.hasNextPage).toBe(false));
    expect(result.current.data?.pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual([
      'Ada',
      'Bo',
      'Cleo',
    ]);
    expect(server.requestsOf(leads.list).map(({ query }) => query)).toEqual([
      { limit: '2' },
      { limit: '2', after: 'c1' },
    ]);
  });
});

describe('useOperation', () => {
  const first = { name: 'Ada', email: 'ada@example.com', message: 'Hello', source: 'contact' as const };
  const second = { ...first, message: 'Hello again' };
  const stored = { status: 201, json: { id: sampleLead.id, status: 'stored' } };
  const keys = () => server.requestsOf(leads.submit).map(({ headers }) => headers['idempotency-key']);

  it('reuses the Idempotency-Key after a double click and a network error until it succeeds', async () => {
    const { result } = setup(() => useOperation(leads.submit));
    const send = (input: typeof first) => act(() => result.current.mutateAsync(input).catch(() => undefined));
    server.on(leads.submit, 'drop');
    await send(first);
    await act(() => Promise.allSettled([result.current.mutateAsync(first), result.current.mutateAsync(first)]));
    server.on(leads.submit, stored);
    await send(first);
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    await send(first);
    expect(new Set(keys()).size).toBe(2);
  });

  it('uses a new Idempotency-Key for a different input', async () => {
    const { result } = setup(() => useOperation(leads.submit));
    server.on(leads.submit, 'drop');
    await act(() => result.current.mutateAsync(first).catch(() => undefined));
    server.on(leads.submit, stored);
    await act(() => result.current.mutateAsync(second));
    expect(new Set(keys()).size).toBe(2);
  });

  it('reuses the Idempotency-Key after a reload with `rememberAs`', async () => {
    const hook = () => useOperation(leads.submit, { rememberAs: 'a-form' });
    server.on(leads.submit, 'drop');
    const { result, unmount } = setup(hook);
    await act(() => result.current.mutateAsync(first).catch(() => undefined));
    unmount();
    server.on(leads.submit, stored);
    const reloaded = setup(hook);
    await act(() => reloaded.result.current.mutateAsync(first));
    await act(() => reloaded.result.current.mutateAsync(first));
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
    expect(sessionStorage).toHaveLength(0);
  });
});

it('re-renders a component when the session changes', async () => {
  const { result } = renderHook(() => useSession());
  await waitFor(() => expect(result.current).toMatchObject({ status: 'signed-in', user: sampleUser, isAdmin: true }));
  await act(() => signOut());
  expect(result.current).toMatchObject({ status: 'signed-out', user: null, isAdmin: false });
});
