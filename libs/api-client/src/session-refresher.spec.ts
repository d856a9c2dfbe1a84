import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { auth } from '@docfolio/contracts/entities/session';
import { waitFor } from '@testing-library/dom';
import { send } from './send.js';
import { recordOf, sessionKey } from './session-record.js';
import { SessionStore } from './session-store.js';
import { FixtureServer } from './testing/fixture-server.js';
import { sampleLead, sampleSession, sampleUser } from './testing/samples.js';
import { lockManager, type Tab, Tabs } from './testing/tabs.js';

let server: FixtureServer;
let tabs: Tabs;
const opened: SessionStore[] = [];

beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  tabs = new Tabs();
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  grantNext();
});
afterEach(() => {
  for (const store of opened.splice(0)) store.stop();
  server.reset();
});
afterAll(() => server.stop());

/** Refresh token n works once and returns session n + 1. */
function grantNext() {
  const used = new Set<string>();
  server.on(auth.refresh, ({ body }) => {
    const token = (body as { refresh_token: string }).refresh_token;
    if (used.has(token)) throw new ProblemError('token_reused');
    used.add(token);
    return { json: sampleSession(Number(token.split('-')[1]) + 1) };
  });
}

async function openSignedIn(lifetime: number, tab: Tab = tabs.open()) {
  if (!tabs.values.has(sessionKey))
    tabs.values.set(sessionKey, JSON.stringify(recordOf('SIGNED_IN', sampleSession(1, lifetime), Date.now())));
  const store = new SessionStore(() => tab);
  opened.push(store);
  const events: string[] = [];
  await store.start();
  store.onAuthEvent((event, session) => events.push(`${event} ${session?.access_token ?? 'none'}`));
  await waitFor(() => expect(store.getState().isAdmin).toBe(true));
  events.length = 0;
  server.requests.length = 0;
  return { store, tab, events };
}

const allButIntervals: FakeableAPI[] = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
];

describe('the session check every 30 s', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: allButIntervals });
  });
  afterEach(() => jest.useRealTimers());

  it('refreshes a session that is near expiry', async () => {
    const { store, events } = await openSignedInWithIntervals(80);
    jest.advanceTimersByTime(29_999);
    expect(server.requestsOf(auth.refresh)).toEqual([]);
    jest.advanceTimersByTime(1);
    await until(() => events.includes('TOKEN_REFRESHED access-2'));
    expect(server.requestsOf(auth.refresh)[0]?.body).toEqual({ refresh_token: 'refresh-1' });
    expect(store.getState().status).toBe('signed-in');
  });

  it('does not refresh a fresh session, nor any while the tab is hidden', async () => {
    const fresh = await openSignedInWithIntervals(300);
    jest.advanceTimersByTime(60_000);
    fresh.store.stop();
    tabs = new Tabs();
    const hidden = await openSignedInWithIntervals(80);
    hidden.tab.visible = false;
    jest.advanceTimersByTime(60_000);
    hidden.tab.wake();
    expect(server.requestsOf(auth.refresh)).toEqual([]);
    hidden.tab.visible = true;
    hidden.tab.wake();
    await until(() => hidden.events.includes('TOKEN_REFRESHED access-2'));
  });

  /** `waitFor` would advance the fake timers. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise((next) => setTimeout(next, 5));
  }

  async function openSignedInWithIntervals(lifetime: number) {
    const tab = tabs.open();
    tabs.values.set(sessionKey, JSON.stringify(recordOf('SIGNED_IN', sampleSession(1, lifetime), Date.now())));
    const store = new SessionStore(() => tab);
    opened.push(store);
    await store.start();
    const events: string[] = [];
    store.onAuthEvent((event, session) => events.push(`${event} ${session?.access_token ?? 'none'}`));
    return { store, tab, events };
  }
});

describe('a refresh that fails', () => {
  it('retries after 200 ms and then doubles the delay without signing out', async () => {
    const { store, tab, events } = await openSignedIn(60);
    const times: number[] = [];
    server.on(auth.refresh, () => {
      times.push(performance.now());
      if (times.length === 1) return 'drop';
      if (times.length === 2) throw new ProblemError('internal');
      if (times.length === 3) return { status: 502, text: 'Bad gateway' };
      return { json: sampleSession(2) };
    });
    tab.wake();
    await waitFor(() => expect(events).toEqual(['TOKEN_REFRESHED access-2']));
    const waits = times.slice(1).map((time, i) => time - times[i]!);
    expect(waits.map((wait, i) => wait >= 200 * 2 ** i - 5)).toEqual([true, true, true]);
    expect(waits[0]).toBeLessThan(5_000);
    expect(store.getState().status).toBe('signed-in');
  });

  it('waits for Retry-After', async () => {
    const { tab, events } = await openSignedIn(60);
    const times: number[] = [];
    server.on(auth.refresh, () => {
      times.push(performance.now());
      if (times.length === 1) throw new ProblemError('saturated', { retryAfter: 1 });
      return { json: sampleSession(2) };
    });
    tab.wake();
    await waitFor(() => expect(events).toEqual(['TOKEN_REFRESHED access-2']));
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
  });

  it('retries immediately when the network is back', async () => {
    const { tab, events } = await openSignedIn(60);
    server.on(auth.refresh, () => {
      throw new ProblemError('unavailable', { retryAfter: 20 });
    });
    tab.wake();
    await waitFor(() => expect(server.requestsOf(auth.refresh)).toHaveLength(1));
    server.on(auth.refresh, { json: sampleSession(2) });
    await waitFor(() => {
      tab.wake();
      expect(events).toEqual(['TOKEN_REFRESHED access-2']);
    });
  });

  it.each(['token_reused', 'session_ended', 'token_invalid'] as const)('ends the session on %s', async (code) => {
    const { store, tab, events } = await openSignedIn(60);
    server.on(auth.refresh, () => {
      throw new ProblemError(code);
    });
    tab.wake();
    await waitFor(() => expect(events).toEqual(['SIGNED_OUT none']));
    expect(store.getState()).toEqual({ status: 'signed-out', user: null, isAdmin: false, adminLookup: 'idle' });
    expect(tabs.values.has(sessionKey)).toBe(false);
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
  });
});

describe('a sign-out during a refresh', () => {
  it('discards the refreshed session', async () => {
    const { store, tab } = await openSignedIn(60);
    server.on(auth.signOut, { json: {} });
    server.on(auth.refresh, async () => {
      await store.signOut();
      return { json: sampleSession(2) };
    });
    tab.wake();
    await waitFor(() => expect(store.getState().status).toBe('signed-out'));
    await expect(store.authorised(async () => 'sent')).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(tabs.values.has(sessionKey)).toBe(false);
  });
});

describe.each([
  ['with Web Locks', () => new Tabs(lockManager())],
  ['without Web Locks, on plain HTTP', () => new Tabs()],
])('several tabs %s', (_, origin) => {
  beforeEach(() => {
    tabs = origin();
  });

  it('refresh once and all use the new session', async () => {
    const all = [await openSignedIn(60), await openSignedIn(60), await openSignedIn(60)];
    for (const { tab } of all) tab.wake();
    await waitFor(() => {
      for (const { events } of all) expect(events).toEqual(['TOKEN_REFRESHED access-2']);
    });
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
    expect(all.map(({ store }) => store.getState().status)).toEqual(['signed-in', 'signed-in', 'signed-in']);
    await waitFor(() => expect([...tabs.values.keys()]).toEqual([sessionKey]));
  });

  it('refresh once when their calls are refused concurrently', async () => {
    const all = [await openSignedIn(300), await openSignedIn(300)];
    server.on(leads.get, ({ headers }) => {
      if (headers.authorization !== 'Bearer access-2') throw new ProblemError('token_invalid');
      return { json: sampleLead };
    });
    const results = await Promise.all(
      all.map(({ store }) =>
        store.authorised((accessToken) => send(leads.get, { id: sampleLead.id }, { accessToken })),
      ),
    );
    expect(results).toEqual([sampleLead, sampleLead]);
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
  });

  it('follow each other’s sign-in and sign-out', async () => {
    server.on(auth.signIn, { json: sampleSession(7) });
    server.on(auth.signOut, { json: {} });
    const [first, second] = [await openSignedIn(300), await openSignedIn(300)];
    await first.store.signOut();
    await waitFor(() => expect(second.events).toEqual(['SIGNED_OUT none']));
    await second.store.signIn('owner@example.com', 'secret');
    await waitFor(() => expect(first.events).toEqual(['SIGNED_OUT none', 'SIGNED_IN access-7']));
    await waitFor(() => expect(first.store.getState().isAdmin).toBe(true));
  });

  it('are all signed out when the server refuses the refresh', async () => {
    const all = [await openSignedIn(60), await openSignedIn(60)];
    server.on(auth.refresh, () => {
      throw new ProblemError('token_reused');
    });
    for (const { tab } of all) tab.wake();
    await waitFor(() => {
      for (const { events } of all) expect(events).toEqual(['SIGNED_OUT none']);
    });
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
  });
});

it('refreshes after the lease of a dead tab has expired', async () => {
  const { tab, events } = await openSignedIn(60);
  const until = Date.now() + 300;
  tabs.values.set('docfolio.session.refresh', JSON.stringify({ holder: 'a dead tab', until }));
  tab.wake();
  await waitFor(() => expect(events).toEqual(['TOKEN_REFRESHED access-2']));
  expect(Date.now()).toBeGreaterThanOrEqual(until);
});
