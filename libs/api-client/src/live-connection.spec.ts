import { BroadcastChannel as WorkerBroadcastChannel } from 'node:worker_threads';
import { type LiveChange, liveLookback } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { waitFor } from '@testing-library/dom';
import { leaseLocks } from './lease-locks.js';
import { LiveConnection, type LiveConnectionOptions } from './live-connection.js';
import type { LiveNews } from './live-news.js';
import { recordOf, sessionKey } from './session-record.js';
import { SessionStore } from './session-store.js';
import { FixtureServer } from './testing/fixture-server.js';
import { LiveFixture } from './testing/live-fixture.js';
import { sampleSession, sampleUser } from './testing/samples.js';
import { lockManager, Tabs } from './testing/tabs.js';

let server: FixtureServer;
let live: LiveFixture;
let tabs: Tabs;
let session: SessionStore;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  live = new LiveFixture(server);
  tabs = new Tabs();
  tabs.values.set(sessionKey, JSON.stringify(recordOf('SIGNED_IN', sampleSession(1), Date.now())));
  session = new SessionStore(() => tabs.open());
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0)) stop();
  await waitFor(() => expect(live.open).toBe(0));
  session.stop();
  server.reset();
});
afterAll(() => server.stop());

const change = (n: number): LiveChange => ({ topic: 'leads', id: `lead-${n}`, act: 'created' });

function connect(options: Partial<LiveConnectionOptions> = {}) {
  const connection = new LiveConnection({ session, ...options });
  const news: LiveNews[] = [];
  const statuses: string[] = [];
  stops.push(
    connection.onStatus(() => statuses.push(connection.getStatus())),
    connection.subscribe((received) => news.push(received)),
  );
  return { connection, news, statuses };
}

async function connected(options?: Partial<LiveConnectionOptions>) {
  const page = connect(options);
  await waitFor(() => expect(page.connection.getStatus()).toBe('live'));
  await waitFor(() => expect(live.open).toBe(1));
  return page;
}

const problem = (code: ConstructorParameters<typeof ProblemError>[0]) => () => {
  throw new ProblemError(code);
};
const show = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('LiveConnection changes', () => {
  it('connects with the access token and delivers 1,000 changes as one batch', async () => {
    const { news, statuses } = await connected();
    expect(live.requests[0]!.headers).toMatchObject({ authorization: 'Bearer access-1', accept: 'text/event-stream' });
    expect(live.requests[0]!.headers['last-event-id']).toBeUndefined();
    const burst = Array.from({ length: 1_000 }, (_, n) => change(n));
    live.tell(...burst);
    await waitFor(() => expect(news.flat()).toHaveLength(1_000));
    // A busy machine may deliver them as two batches.
    expect(news.length).toBeLessThanOrEqual(3);
    expect(news.splice(0).flat()).toEqual(burst);
    live.tell(change(1));
    await waitFor(() => expect(news).toEqual([[change(1)]]));
    expect(statuses).toEqual(['live']);
  });

  it('parses changes split across chunks and ignores unknown events', async () => {
    const { news } = await connected();
    const text =
      'event: change\ndata: {"topic":"unheard_of","id":"1","act":"created"}\n\nevent: change\ndata: {"half\n\n' +
      `event: other\ndata: 1\n\nevent: change\r\ndata: ${JSON.stringify({ ...change(7), more: 'é' })}\r\n\r\n`;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) live.write(bytes.subarray(at, at + 7) as never);
    await waitFor(() => expect(news).toEqual([[change(7)]]));
  });

  it('replaces pending changes by a reset', async () => {
    const { news } = await connected();
    live.tell(change(1));
    live.reset();
    live.tell(change(2));
    await waitFor(() => expect(news).toEqual(['reset']));
    live.tell(change(3));
    await waitFor(() => expect(news).toEqual(['reset', [change(3)]]));
  });

  it('notifies the other listeners when one throws', async () => {
    const failed = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { connection, news } = await connected();
    stops.push(
      connection.subscribe(() => {
        throw new Error('a bug');
      }),
    );
    const last: LiveNews[] = [];
    stops.push(connection.subscribe((received) => last.push(received)));
    live.tell(change(1));
    await waitFor(() => expect([news, last]).toEqual([[[change(1)]], [[change(1)]]]));
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('delivers a reset when the first stream opened late', async () => {
    live.refuse(problem('unavailable'));
    const { news, connection } = connect();
    await waitFor(() => expect(live.requests).toHaveLength(1));
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + liveLookback);
    live.refuse();
    await waitFor(() => expect(connection.getStatus()).toBe('live'));
    await waitFor(() => expect(news).toEqual(['reset']));
  });
});

describe('LiveConnection stream', () => {
  it('resumes with Last-Event-ID after a disconnect', async () => {
    const { news, statuses } = await connected();
    live.tell(change(1), change(2));
    await waitFor(() => expect(news).toHaveLength(1));
    live.drop();
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'live']));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-2');
  });

  it('resumes at the start id when disconnected before the first change', async () => {
    live.requests.length = 0;
    const { statuses } = await connected();
    await waitFor(() => expect(live.requests).toHaveLength(1));
    live.drop();
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'live']));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-0');
  });

  it('backs off, turns offline after repeated failures, and recovers', async () => {
    const { statuses, connection } = await connected();
    const attempts: number[] = [];
    live.refuse(() => {
      attempts.push(performance.now());
      throw new ProblemError('unavailable');
    });
    live.drop();
    await waitFor(() => expect(connection.getStatus()).toBe('offline'));
    expect(attempts).toHaveLength(4);
    const delays = attempts.slice(1).map((at, n) => at - attempts[n]!);
    for (const [n, wait] of delays.entries()) {
      const longest = 500 * 2 ** n;
      expect(wait).toBeGreaterThan(0.5 * longest - 20);
      expect(wait).toBeLessThan(longest + 5_000);
    }
    live.refuse();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'offline', 'live']));
  });

  it('reconnects immediately when the tab becomes visible', async () => {
    const { connection } = await connected();
    live.refuse(() => {
      throw new ProblemError('saturated', { retryAfter: 600 });
    });
    live.drop();
    await waitFor(() => expect(live.requests).toHaveLength(2));
    live.refuse();
    // Repeated, because the client needs a moment to read the refusal and wait.
    await waitFor(() => {
      show('visible');
      expect(connection.getStatus()).toBe('live');
    });
    expect(live.requests).toHaveLength(3);
  });

  it('replaces the stream when the machine comes online', async () => {
    await connected();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(live.requests).toHaveLength(2));
    await waitFor(() => expect(live.open).toBe(1));
  });

  it('replaces a stream without heartbeats', async () => {
    const heartbeat = 1_500;
    const { statuses } = await connected({ heartbeat });
    let beats = 0;
    const beating = setInterval(() => {
      live.write(':\n\n');
      beats++;
    }, heartbeat / 15);
    await waitFor(() => expect(beats).toBeGreaterThan(20));
    expect(statuses).toEqual(['live']);
    clearInterval(beating);
    await waitFor(() => expect(live.requests.length).toBeGreaterThanOrEqual(2));
    expect(statuses.slice(0, 2)).toEqual(['live', 'reconnecting']);
  });

  it('shares one stream between subscribers and keeps it open across a page change', async () => {
    const { connection } = await connected();
    stops.push(connection.subscribe(() => {}));
    for (const stop of stops.splice(0)) stop();
    stops.push(connection.subscribe(() => {}));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([live.open, live.requests.length]).toEqual([1, 1]);
    for (const stop of stops.splice(0)) stop();
    await waitFor(() => expect(live.open).toBe(0));
    expect(connection.getStatus()).toBe('reconnecting');
  });

  it('closes the stream of a tab hidden for long and catches up when it becomes visible', async () => {
    const { news } = await connected({ hiddenTimeout: 200 });
    show('hidden');
    live.tell(change(1));
    await waitFor(() => expect(news).toEqual([[change(1)]]));
    await waitFor(() => expect(live.open).toBe(0));
    expect(live.requests).toHaveLength(1);
    show('visible');
    await waitFor(() => expect(live.open).toBe(1));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-1');
  });
});

describe.each([
  ['with Web Locks', () => lockManager()],
  ['on plain HTTP', () => undefined],
])('LiveConnections of several tabs %s', (_, locksOfBrowser) => {
  /** Returns what the tabs of one browser share, and the channels that they have opened. */
  function sharedTabs() {
    const locks = locksOfBrowser();
    const storages = new Tabs();
    const channels: BroadcastChannel[] = [];
    const open = () => ({
      locks: locks ?? leaseLocks(storages.open()),
      channel: (name: string) => {
        const channel = new WorkerBroadcastChannel(name) as unknown as BroadcastChannel;
        channels.push(channel);
        return channel;
      },
    });
    return { open, channels };
  }
  const liveTabs = async (count: number, options: Partial<LiveConnectionOptions> = {}) => {
    const shared = sharedTabs();
    const pages = Array.from({ length: count }, () => connect({ ...options, tabs: shared.open() }));
    await waitFor(() => expect(pages.map(({ connection }) => connection.getStatus())).toEqual(pages.map(() => 'live')));
    return { ...shared, pages };
  };

  it('share one stream: all receive each change once, and have its status', async () => {
    const { pages } = await liveTabs(12);
    expect([live.open, live.requests.length]).toEqual([1, 1]);
    live.tell(change(1), change(2));
    await waitFor(() => expect(pages.map(({ news }) => news.flat())).toEqual(pages.map(() => [change(1), change(2)])));
    live.refuse(problem('unavailable'));
    live.drop();
    await waitFor(() =>
      expect(pages.map(({ connection }) => connection.getStatus())).toEqual(pages.map(() => 'offline')),
    );
    live.refuse();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(pages.map(({ connection }) => connection.getStatus())).toEqual(pages.map(() => 'live')));
  });

  it('go on with the stream in another tab, where the last one ended', async () => {
    const { pages } = await liveTabs(3);
    live.tell(change(1));
    await waitFor(() => expect(pages[2]!.news).toEqual([[change(1)]]));
    // The two functions of the first tab: its status, its news.
    for (const stop of stops.splice(0, 2)) stop();
    await waitFor(() => expect(live.requests).toHaveLength(2));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-1');
    await waitFor(() => expect(live.open).toBe(1));
    live.tell(change(2));
    await waitFor(() => expect(pages[2]!.news).toEqual([[change(1)], [change(2)]]));
    expect(pages[1]!.news).toEqual([[change(1)], [change(2)]]);
  });

  it('take the stream over from a tab that sends nothing', async () => {
    const { pages, channels } = await liveTabs(2, { heartbeat: 400 });
    channels[0]!.postMessage = () => {};
    await waitFor(() => expect(live.requests.length).toBeGreaterThanOrEqual(2));
    await waitFor(() => expect(pages[1]!.connection.getStatus()).toBe('live'));
    live.tell(change(1));
    await waitFor(() => expect(pages[1]!.news.flat()).toContainEqual(change(1)));
  });

  it('refetch everything if one was not there for a while', async () => {
    const { pages, channels } = await liveTabs(2);
    live.tell(change(1));
    await waitFor(() => expect(pages[1]!.news).toEqual([[change(1)]]));
    const { onmessage } = channels[1]!;
    channels[1]!.onmessage = null;
    live.tell(change(2));
    await waitFor(() => expect(pages[0]!.news).toHaveLength(2));
    channels[1]!.onmessage = onmessage;
    live.tell(change(3));
    await waitFor(() => expect(pages[1]!.news).toEqual([[change(1)], 'reset']));
  });

  it('close the stream when the page is left, and open it when it comes back', async () => {
    await liveTabs(2);
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(live.open).toBe(0));
    window.dispatchEvent(new Event('pageshow'));
    await waitFor(() => expect(live.open).toBe(1));
  });

  it('open no stream in a tab that is hidden from the start', async () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { connection } = connect({ tabs: sharedTabs().open() });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([live.requests.length, connection.getStatus()]).toEqual([0, 'reconnecting']);
    show('visible');
    await waitFor(() => expect(connection.getStatus()).toBe('live'));
  });
});

describe('LiveConnection and the session', () => {
  it('refreshes the session when the access token is refused', async () => {
    server.on(auth.refresh, { json: sampleSession(2) });
    live.refuse(({ headers }) => {
      if (headers.authorization === 'Bearer access-1') throw new ProblemError('token_invalid');
    });
    const { statuses } = await connected();
    expect(statuses).toEqual(['live']);
    expect(live.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer access-1', 'Bearer access-2']);
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
  });

  it('closes the stream on sign-out and opens it on the next sign-in', async () => {
    server.on(auth.signOut, { json: {} });
    server.on(auth.signIn, { json: sampleSession(3) });
    const { connection, news } = await connected();
    live.tell(change(1));
    await waitFor(() => expect(news).toHaveLength(1));
    await session.signOut();
    expect(connection.getStatus()).toBe('offline');
    await waitFor(() => expect(live.open).toBe(0));
    window.dispatchEvent(new Event('online'));
    show('visible');
    expect(live.requests).toHaveLength(1);
    await session.signIn('owner@example.com', 'secret');
    await waitFor(() => expect(connection.getStatus()).toBe('live'));
    expect(live.requests[1]!.headers).toMatchObject({ authorization: 'Bearer access-3' });
    expect(live.requests[1]!.headers['last-event-id']).toBeUndefined();
  });

  it('signs out and stops connecting when the session was ended elsewhere', async () => {
    server.on(auth.refresh, problem('session_ended'));
    const { connection } = await connected();
    live.refuse(problem('session_ended'));
    live.drop();
    await waitFor(() => expect(session.getState().status).toBe('signed-out'));
    expect(connection.getStatus()).toBe('offline');
    const requestCount = live.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(live.requests).toHaveLength(requestCount);
  });

  it('stops receiving changes when the user is no longer an admin', async () => {
    const { connection } = await connected();
    server.on(auth.me, { json: { user: sampleUser, is_admin: false } });
    live.refuse(problem('not_allowed'));
    live.drop();
    await waitFor(() => expect(connection.getStatus()).toBe('offline'));
    const requestCount = live.requests.length;
    server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
    live.refuse();
    session.recheckAdmin();
    await waitFor(() => expect(connection.getStatus()).toBe('live'));
    expect(live.requests).toHaveLength(requestCount + 1);
  });
});
