import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { auth } from '@docfolio/contracts/entities/session';
import { waitFor } from '@testing-library/dom';
import { send } from './send.js';
import { recordOf, sessionKey } from './session-record.js';
import { SessionStore } from './session-store.js';
import { FixtureServer } from './testing/fixture-server.js';
import { sampleLead, sampleSession, sampleUser } from './testing/samples.js';
import { type Tab, Tabs } from './testing/tabs.js';

let server: FixtureServer;
let tabs: Tabs;
const opened: SessionStore[] = [];

beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  tabs = new Tabs();
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
});
afterEach(() => {
  for (const store of opened.splice(0)) store.stop();
  server.reset();
});
afterAll(() => server.stop());

const problem =
  (code: ConstructorParameters<typeof ProblemError>[0], details = {}) =>
  () => {
    throw new ProblemError(code, details);
  };

function openStore(tab: Tab = tabs.open()) {
  const store = new SessionStore(() => tab);
  opened.push(store);
  const events: string[] = [];
  store.onAuthEvent((event, session) => events.push(`${event} ${session?.access_token ?? 'none'}`));
  return { store, tab, events };
}

async function openSignedIn(lifetime = 300) {
  store1(lifetime);
  const opened = openStore();
  await opened.store.start();
  await waitFor(() => expect(opened.store.getState().isAdmin).toBe(true));
  server.requests.length = 0;
  opened.events.length = 0;
  return opened;
}

function store1(lifetime = 300) {
  tabs.values.set(sessionKey, JSON.stringify(recordOf('SIGNED_IN', sampleSession(1, lifetime), Date.now())));
}

describe('the first session check', () => {
  it('is loading until it is done, then signed out when nothing is stored', async () => {
    const { store, events } = openStore();
    const silent = new SessionStore(() => tabs.open());
    expect(silent.getState()).toEqual({ status: 'loading', user: null, isAdmin: 'loading', adminLookup: 'idle' });
    await store.start();
    expect(store.getState()).toEqual({ status: 'signed-out', user: null, isAdmin: false, adminLookup: 'idle' });
    expect(events).toEqual(['INITIAL_SESSION none']);
    expect(server.requests).toEqual([]);
  });

  it.each(['{"half', '"text"', '{}', JSON.stringify({ session: sampleSession(1) })])(
    'discards the invalid stored session %s',
    async (text) => {
      tabs.values.set(sessionKey, text);
      const { store } = openStore();
      await store.start();
      expect(store.getState().status).toBe('signed-out');
      expect(tabs.values.has(sessionKey)).toBe(false);
    },
  );

  it('adopts a stored session, with isAdmin loading until the lookup is done', async () => {
    store1();
    const { store, events } = openStore();
    await store.start();
    expect(store.getState()).toEqual({
      status: 'signed-in',
      user: sampleUser,
      isAdmin: 'loading',
      adminLookup: 'running',
    });
    await waitFor(() => expect(store.getState()).toMatchObject({ isAdmin: true, adminLookup: 'idle' }));
    expect(events).toEqual(['INITIAL_SESSION access-1']);
    expect(server.requestsOf(auth.me)[0]?.headers.authorization).toBe('Bearer access-1');
  });

  it('refreshes a session that expired while the browser was closed', async () => {
    store1(-5);
    server.on(auth.refresh, { json: sampleSession(2) });
    const { store, events } = openStore();
    await store.start();
    expect(events).toEqual(['TOKEN_REFRESHED access-2', 'INITIAL_SESSION access-2']);
  });

  it('keeps an expired session while the server is unreachable', async () => {
    store1(-5);
    server.on(auth.refresh, 'drop');
    const { store, events } = openStore();
    await store.start();
    expect(events).toEqual(['INITIAL_SESSION access-1']);
    expect(store.getState().status).toBe('signed-in');
  });

  it('ends a session that the server refuses', async () => {
    store1(-5);
    server.on(auth.refresh, problem('session_ended'));
    const { store, events } = openStore();
    await store.start();
    expect(events).toEqual(['SIGNED_OUT none', 'INITIAL_SESSION none']);
    expect(tabs.values.has(sessionKey)).toBe(false);
  });
});

describe('signing in and out', () => {
  it('stores the session and looks up the admin flag', async () => {
    server.on(auth.signIn, { json: sampleSession(1) });
    server.on(auth.me, { json: { user: sampleUser, is_admin: false } });
    const { store, events } = openStore();
    expect(await store.signIn('owner@example.com', 'secret')).toEqual(sampleUser);
    expect(server.requestsOf(auth.signIn)[0]?.body).toEqual({ email: 'owner@example.com', password: 'secret' });
    expect(events).toEqual(['INITIAL_SESSION none', 'SIGNED_IN access-1']);
    expect(store.getState().isAdmin).toBe('loading');
    await waitFor(() => expect(store.getState().isAdmin).toBe(false));
    expect(tabs.values.get(sessionKey)).toContain('refresh-1');
  });

  it('stays signed out after wrong credentials', async () => {
    server.on(auth.signIn, problem('invalid_credentials'));
    const { store } = openStore();
    await expect(store.signIn('owner@example.com', 'guess')).rejects.toThrow('Invalid login credentials');
    expect(store.getState().status).toBe('signed-out');
  });

  it('signs out on the server, then here', async () => {
    const { store, events } = await openSignedIn();
    server.on(auth.signOut, { json: {} });
    await store.signOut();
    expect(server.requestsOf(auth.signOut)[0]?.headers.authorization).toBe('Bearer access-1');
    expect(events).toEqual(['SIGNED_OUT none']);
    expect(store.getState()).toEqual({ status: 'signed-out', user: null, isAdmin: false, adminLookup: 'idle' });
    expect(tabs.values.has(sessionKey)).toBe(false);
  });

  it('stays signed in when the server is unreachable during sign-out', async () => {
    const { store, events } = await openSignedIn();
    server.on(auth.signOut, 'drop');
    await expect(store.signOut()).rejects.toMatchObject({ code: 'unavailable' });
    expect(events).toEqual([]);
    expect(store.getState().status).toBe('signed-in');
  });

  it('signs out when the server no longer knows the session', async () => {
    const { store, events } = await openSignedIn();
    server.on(auth.signOut, problem('session_ended'));
    server.on(auth.refresh, problem('session_ended'));
    await store.signOut();
    expect(events).toEqual(['SIGNED_OUT none']);
  });
});

describe('auth events', () => {
  it('are raised for a password change, a recovery link and a second factor', async () => {
    const { store, events } = await openSignedIn();
    server.on(auth.changePassword, { json: {} });
    await store.changePassword('old password', 'new password');
    await store.adoptSession(sampleSession(2), 'PASSWORD_RECOVERY');
    await store.adoptSession(sampleSession(3), 'MFA_CHALLENGE_VERIFIED');
    expect(events).toEqual(['USER_UPDATED access-1', 'PASSWORD_RECOVERY access-2', 'MFA_CHALLENGE_VERIFIED access-3']);
  });

  it('include USER_UPDATED when the lookup returns a changed user', async () => {
    server.on(auth.me, { json: { user: { ...sampleUser, email: 'new@example.com' }, is_admin: true } });
    store1();
    const { store, events } = openStore();
    await waitFor(() => expect(events).toEqual(['INITIAL_SESSION access-1', 'USER_UPDATED access-1']));
    expect(store.getState().user?.email).toBe('new@example.com');
  });

  it('reach a late listener, and all others when one throws', async () => {
    const { store } = await openSignedIn();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const received: string[] = [];
    store.onAuthEvent((event) => {
      received.push(event);
      if (event === 'USER_UPDATED') throw new Error('A listener of mine');
    });
    const stop = store.onAuthEvent((event) => received.push(`second ${event}`));
    await waitFor(() => expect(received).toEqual(['INITIAL_SESSION', 'second INITIAL_SESSION']));
    server.on(auth.changePassword, { json: {} });
    await store.changePassword('old password', 'new password');
    expect(received.slice(2)).toEqual(['USER_UPDATED', 'second USER_UPDATED']);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    stop();
    server.on(auth.signOut, { json: {} });
    await store.signOut();
    expect(received.slice(4)).toEqual(['SIGNED_OUT']);
  });
});

describe('the admin flag', () => {
  it('keeps its value while a later lookup runs', async () => {
    const { store } = await openSignedIn();
    const flags: unknown[] = [];
    store.subscribe(() => flags.push(store.getState().isAdmin));
    await store.adoptSession(sampleSession(2), 'MFA_CHALLENGE_VERIFIED');
    await waitFor(() => expect(server.requestsOf(auth.me)).toHaveLength(1));
    await waitFor(() => expect(store.getState().adminLookup).toBe('idle'));
    expect(new Set(flags)).toEqual(new Set([true]));
  });

  it('is loading again for another user', async () => {
    const { store } = await openSignedIn();
    const other = { ...sampleUser, id: '1f0d4f5e-8a51-4f0a-9a51-0d6b2a3c1e02', email: 'other@example.com' };
    server.on(auth.me, { json: { user: other, is_admin: false } });
    await store.adoptSession(sampleSession(2, 300, other), 'SIGNED_IN');
    expect(store.getState().isAdmin).toBe('loading');
    await waitFor(() => expect(store.getState().isAdmin).toBe(false));
  });

  it('is looked up again after `not_allowed`', async () => {
    const { store } = await openSignedIn();
    server.on(auth.me, { json: { user: sampleUser, is_admin: false } });
    server.on(leads.list, problem('not_allowed'));
    const list = store.authorised((accessToken) => send(leads.list, {}, { accessToken }));
    await expect(list).rejects.toMatchObject({ code: 'not_allowed' });
    await waitFor(() => expect(store.getState().isAdmin).toBe(false));
  });

  it('reports a failed lookup, not a denial, while the server is unreachable, and recovers with the next check', async () => {
    server.on(auth.me, problem('unavailable'));
    store1();
    const { store, tab } = openStore();
    await waitFor(() => expect(store.getState()).toMatchObject({ isAdmin: false, adminLookup: 'failed' }));
    expect(server.requestsOf(auth.me)).toHaveLength(5);
    server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
    tab.wake();
    expect(store.getState()).toMatchObject({ isAdmin: 'loading', adminLookup: 'running' });
    await waitFor(() => expect(store.getState().isAdmin).toBe(true));
  });
});

it('recognises a ProblemError of a remote that has its own copy of the class', async () => {
  const { store } = await openSignedIn();
  let copy: { ProblemError: typeof ProblemError } = { ProblemError };
  jest.isolateModules(() => {
    copy = require('@docfolio/contracts/core/problem');
  });
  expect(copy.ProblemError).not.toBe(ProblemError);
  server.on(auth.refresh, { json: sampleSession(2) });
  const tokens: string[] = [];
  const request = store.authorised(async (token) => {
    tokens.push(token);
    if (token === 'access-1') throw new copy.ProblemError('token_invalid');
    return 'done';
  });
  expect(await request).toBe('done');
  expect(tokens).toEqual(['access-1', 'access-2']);
});

it('delays a request until the first session check is done', async () => {
  store1();
  server.on(leads.get, { json: sampleLead });
  const { store } = openStore();
  const get = store.authorised((accessToken) => send(leads.get, { id: sampleLead.id }, { accessToken }));
  expect(await get).toEqual(sampleLead);
});
