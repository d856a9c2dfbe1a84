import { type Session, session as sessionSchema } from '@docfolio/contracts/session';
import { password, startWorld, type World } from '../testing/world.js';
import { reuseGrace } from './refresh-rotation.js';

let world: World;
let email: string;

beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT_SIGN_IN_ACCOUNT: '1000', RATE_LIMIT_SIGN_IN_ADDRESS: '1000' } });
  email = await world.makeUser('user');
});
afterAll(() => world.stop());
afterEach(() => jest.useRealTimers());

const me = async (session: Session) => (await world.api('GET', '/auth/me', { token: session.access_token })).status;
const refresh = (session: Session) =>
  world.api('POST', '/auth/refresh', { body: { refresh_token: session.refresh_token } });
const refreshed = async (session: Session) => sessionSchema.parse((await refresh(session)).body);
/** Moves the clock of the gateway, which runs in this process, without faking its timers. */
function later(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

describe('refreshing a session', () => {
  it('exchanges the token and continues the session', async () => {
    const first = await world.signIn(email);
    const second = await refreshed(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.user).toEqual(first.user);
    expect(await me(second)).toBe(200);
    expect((await refresh(second)).status).toBe(200);
  });

  it('returns the same successor to 20 parallel refreshes with one token, and the session continues', async () => {
    const first = await world.signIn(email);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => refreshed(first)));
    const successors = new Set(sessions.map(({ refresh_token }) => refresh_token));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(first.refresh_token);
    expect(await Promise.all(sessions.map(me))).toEqual(sessions.map(() => 200));
    expect((await refresh(sessions[19]!)).status).toBe(200);
  });

  it('returns the live token for one used twice within the grace period, although its successor is used up', async () => {
    const first = await world.signIn(email);
    const third = await refreshed(await refreshed(first));
    expect((await refreshed(first)).refresh_token).toBe(third.refresh_token);
    expect((await refresh(third)).status).toBe(200);
  });

  it('ends the session when a used token is used again after the grace period', async () => {
    const first = await world.signIn(email);
    const other = await world.signIn(email);
    const second = await refreshed(first);
    later(reuseGrace + 1_000);
    const stolen = await refresh(first);
    expect(stolen.body).toMatchObject({ status: 401, code: 'token_reused' });
    expect((await refresh(second)).body).toMatchObject({ status: 401, code: 'session_ended' });
    expect(await me(second)).toBe(401);
    expect(await me(other)).toBe(200);
  });

  it('refuses forged tokens and ends no session for them', async () => {
    const session = await world.signIn(email);
    const [id, secret] = session.refresh_token.split('.');
    for (const refresh_token of ['nonsense', `${id}.${secret}.AAAA`, `${id}.AAAA.AAAA`]) {
      const answer = await world.api('POST', '/auth/refresh', { body: { refresh_token } });
      expect(answer.body).toMatchObject({ status: 401, code: 'token_invalid' });
    }
    expect(await me(session)).toBe(200);
    expect((await refresh(session)).status).toBe(200);
  });

  it('is impossible after thirty days without a refresh', async () => {
    const session = await world.signIn(email);
    later(31 * 24 * 3_600_000);
    expect((await refresh(session)).body).toMatchObject({ code: 'session_ended' });
  });
});

describe('signing out', () => {
  it('ends the session with the next request, and no other session', async () => {
    const [session, other] = [await world.signIn(email), await world.signIn(email)];
    const again = await refreshed(session);
    expect((await world.api('POST', '/auth/sign-out', { token: again.access_token })).status).toBe(200);
    expect(await me(again)).toBe(401);
    expect(await me(session)).toBe(401);
    expect((await refresh(again)).body).toMatchObject({ code: 'session_ended' });
    expect(await me(other)).toBe(200);
  });

  it('is not undone by ten concurrent requests that may read the old state', async () => {
    for (let round = 0; round < 10; round++) {
      const session = await world.signIn(email);
      const flood = Array.from({ length: 10 }, () => me(session));
      await world.api('POST', '/auth/sign-out', { token: session.access_token, body: {} });
      await Promise.all(flood);
      expect(await me(session)).toBe(401);
    }
  });
});

describe('changing the password', () => {
  const change = (session: Session, current_password: string, new_password: string) =>
    world.api('POST', '/auth/password', { token: session.access_token, body: { current_password, new_password } });

  it('requires the current password', async () => {
    const session = await world.signIn(email);
    const answer = await change(session, 'not that one', 'a new password');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'current_password' }] });
    expect((await change(session, password, 'short')).body).toMatchObject({ errors: [{ path: 'new_password' }] });
    expect(await me(session)).toBe(200);
  });

  it('ends every other session of the user', async () => {
    const account = await world.makeUser('user');
    const bystander = await world.signIn(email);
    const [mine, other] = [await world.signIn(account), await world.signIn(account)];
    expect((await change(mine, password, 'another password')).status).toBe(200);
    expect([await me(mine), await me(other), await me(bystander)]).toEqual([200, 401, 200]);
    expect((await refresh(other)).body).toMatchObject({ code: 'session_ended' });
    expect((await refresh(mine)).status).toBe(200);
    const signIn = (word: string) => world.api('POST', '/auth/sign-in', { body: { email: account, password: word } });
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn('another password')).status).toBe(200);
  });
});

describe('an admin', () => {
  it('loses access when deactivated, can still sign in, and regains access when activated', async () => {
    const account = await world.makeUser('admin');
    const session = await world.signIn(account);
    const isAdmin = async () => (await world.api('GET', '/auth/me', { token: session.access_token })).body;
    expect(await isAdmin()).toMatchObject({ is_admin: true });
    await world.accounts.deactivate(account);
    expect(await isAdmin()).toMatchObject({ is_admin: false });
    expect(await me(await world.signIn(account))).toBe(200);
    await world.accounts.activate(account);
    expect(await isAdmin()).toMatchObject({ is_admin: true });
  });

  it('is not reactivated by ten concurrent requests that may read the old state', async () => {
    const account = await world.makeUser('admin');
    const session = await world.signIn(account);
    for (let round = 0; round < 5; round++) {
      await world.accounts.activate(account);
      const flood = Array.from({ length: 10 }, () => me(session));
      await world.accounts.deactivate(account);
      await Promise.all(flood);
      const who = await world.api('GET', '/auth/me', { token: session.access_token });
      expect(who.body).toMatchObject({ is_admin: false });
    }
  });

  it('is signed out everywhere when the password is reset', async () => {
    const account = await world.makeUser('admin');
    const session = await world.signIn(account);
    await world.accounts.resetPassword(account, 'a password from outside');
    expect(await me(session)).toBe(401);
  });
});
