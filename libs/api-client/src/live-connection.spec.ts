import { type LiveChange, liveLookback } from '@docfolio/contracts/live';
import { ProblemError } from '@docfolio/contracts/problem';
import { auth } from '@docfolio/contracts/session';
import { waitFor } from '@testing-library/dom';
import { LiveConnection, type LiveConnectionOptions, type LiveNews } from './live-connection.js';
import { recordOf, sessionKey } from './session-record.js';
import { SessionStore } from './session-store.js';
import { FixtureServer } from './testing/fixture-server.js';
import { LiveFixture } from './testing/live-fixture.js';
import { sampleSession, sampleUser } from './testing/samples.js';
import { Tabs } from './testing/tabs.js';

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
    connection.subscribe((told) => news.push(told)),
  );
  return { connection, news, statuses };
}

async function connected(options?: Partial<LiveConnectionOptions>) {
  const page = connect(options);
  await waitFor(() => expect(page.connection.getStatus()).toBe('live'));
  // The id where it begins has arrived with the first bytes.
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

describe('live changes', () => {
  it('are heard with the session’s token, those of a moment as one', async () => {
    const { news, statuses } = await connected();
    expect(live.requests[0]!.headers).toMatchObject({ authorization: 'Bearer access-1', accept: 'text/event-stream' });
    expect(live.requests[0]!.headers['last-event-id']).toBeUndefined();
    const burst = Array.from({ length: 1_000 }, (_, n) => change(n));
    live.tell(...burst);
    await waitFor(() => expect(news.flat()).toHaveLength(1_000));
    // A busy machine may hear them as two.
    expect(news.length).toBeLessThanOrEqual(3);
    expect(news.splice(0).flat()).toEqual(burst);
    live.tell(change(1));
    await waitFor(() => expect(news).toEqual([[change(1)]]));
    expect(statuses).toEqual(['live']);
  });

  it('arrive in pieces, beside what this page does not know', async () => {
    const { news } = await connected();
    const text =
      'event: change\ndata: {"topic":"unheard_of","id":"1","act":"created"}\n\nevent: change\ndata: {"half\n\n' +
      `event: other\ndata: 1\n\nevent: change\r\ndata: ${JSON.stringify({ ...change(7), more: 'é' })}\r\n\r\n`;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) live.write(bytes.subarray(at, at + 7) as never);
    await waitFor(() => expect(news).toEqual([[change(7)]]));
  });

  it('stand back behind a reset', async () => {
    const { news } = await connected();
    live.tell(change(1));
    live.reset();
    live.tell(change(2));
    await waitFor(() => expect(news).toEqual(['reset']));
    live.tell(change(3));
    await waitFor(() => expect(news).toEqual(['reset', [change(3)]]));
  });

  it('reach the other listeners when one fails', async () => {
    const failed = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { connection, news } = await connected();
    stops.push(
      connection.subscribe(() => {
        throw new Error('a bug');
      }),
    );
    const last: LiveNews[] = [];
    stops.push(connection.subscribe((told) => last.push(told)));
    live.tell(change(1));
    await waitFor(() => expect([news, last]).toEqual([[[change(1)]], [[change(1)]]]));
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('may have been missed when the first stream came late', async () => {
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

describe('the connection', () => {
  it('goes on where it was after a drop', async () => {
    const { news, statuses } = await connected();
    live.tell(change(1), change(2));
    await waitFor(() => expect(news).toHaveLength(1));
    live.drop();
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'live']));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-2');
  });

  it('goes on where it began when it is dropped before the first change', async () => {
    live.requests.length = 0;
    const { statuses } = await connected();
    await waitFor(() => expect(live.requests).toHaveLength(1));
    live.drop();
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'live']));
    expect(live.requests[1]!.headers['last-event-id']).toBe('1-0');
  });

  it('waits longer each time, says when it is no hiccup any more, and recovers', async () => {
    const { statuses, connection } = await connected();
    const tries: number[] = [];
    live.refuse(() => {
      tries.push(performance.now());
      throw new ProblemError('unavailable');
    });
    live.drop();
    await waitFor(() => expect(connection.getStatus()).toBe('offline'));
    expect(tries).toHaveLength(4);
    const waits = tries.slice(1).map((at, n) => at - tries[n]!);
    for (const [n, wait] of waits.entries()) {
      const longest = 500 * 2 ** n;
      expect(wait).toBeGreaterThan(0.5 * longest - 20);
      expect(wait).toBeLessThan(longest + 5_000);
    }
    live.refuse();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(statuses).toEqual(['live', 'reconnecting', 'offline', 'live']));
  });

  it('tries at once when the tab is seen', async () => {
    const { connection } = await connected();
    live.refuse(() => {
      throw new ProblemError('saturated', { retryAfter: 600 });
    });
    live.drop();
    await waitFor(() => expect(live.requests).toHaveLength(2));
    live.refuse();
    // Again and again: it takes a moment until the client has the refusal and waits.
    await waitFor(() => {
      show('visible');
      expect(connection.getStatus()).toBe('live');
    });
    expect(live.requests).toHaveLength(3);
  });

  it('is made anew when the machine comes online: the old one may be dead', async () => {
    await connected();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(live.requests).toHaveLength(2));
    await waitFor(() => expect(live.open).toBe(1));
  });

  it('is dead without signs of life', async () => {
    const { statuses } = await connected({ heartbeat: 400 });
    const beating = setInterval(() => live.write(':\n\n'), 100);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(statuses).toEqual(['live']);
    clearInterval(beating);
    const silent = performance.now();
    await waitFor(() => expect(live.requests.length).toBeGreaterThanOrEqual(2));
    expect(performance.now() - silent).toBeGreaterThan(400);
    expect(statuses.slice(0, 2)).toEqual(['live', 'reconnecting']);
  });

  it('is one, whoever subscribes, and outlives a change of pages', async () => {
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

  it('is let go by a tab that is hidden for long, which catches up when it is seen', async () => {
    const { news } = await connected({ hiddenPatience: 200 });
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

describe('the session', () => {
  it('is refreshed when its token is refused', async () => {
    server.on(auth.refresh, { json: sampleSession(2) });
    live.refuse(({ headers }) => {
      if (headers.authorization === 'Bearer access-1') throw new ProblemError('token_invalid');
    });
    const { statuses } = await connected();
    expect(statuses).toEqual(['live']);
    expect(live.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer access-1', 'Bearer access-2']);
    expect(server.requestsOf(auth.refresh)).toHaveLength(1);
  });

  it('ends the stream with itself, and brings it back with the next', async () => {
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

  it('that was ended elsewhere is signed out, and asks no more', async () => {
    server.on(auth.refresh, problem('session_ended'));
    const { connection } = await connected();
    live.refuse(problem('session_ended'));
    live.drop();
    await waitFor(() => expect(session.getState().status).toBe('signed-out'));
    expect(connection.getStatus()).toBe('offline');
    const asked = live.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(live.requests).toHaveLength(asked);
  });

  it('of somebody who is no admin any more hears nothing', async () => {
    const { connection } = await connected();
    server.on(auth.me, { json: { user: sampleUser, is_admin: false } });
    live.refuse(problem('not_allowed'));
    live.drop();
    await waitFor(() => expect(connection.getStatus()).toBe('offline'));
    const asked = live.requests.length;
    server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
    live.refuse();
    session.recheckAdmin();
    await waitFor(() => expect(connection.getStatus()).toBe('live'));
    expect(live.requests).toHaveLength(asked + 1);
  });
});
