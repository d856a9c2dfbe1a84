import { type Session, session as sessionSchema } from '@docfolio/contracts/entities/session';
import { getModelToken } from '@docfolio/service-kit/mongo/mongo.module';
import type { Model } from 'mongoose';
import type { AuthSession } from '../accounts/auth-session.js';
import { AuthSessionsRepository } from '../accounts/auth-sessions.repository.js';
import { authSessionsCollection, usersCollection } from '../accounts/collections.js';
import type { User } from '../accounts/user.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { password, startWorld, type World } from '../testing/world.js';
import { reuseGrace } from './refresh-rotation.js';
import { SessionsService } from './sessions.service.js';

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
const ofGateway = <T>(token: Parameters<World['app']['get']>[0]): T => world.app.get(token, { strict: false });
const storedSession = async ({ refresh_token }: Session) => {
  const stored = ofGateway<Model<AuthSession>>(getModelToken(authSessionsCollection));
  return stored.findById(refresh_token.split('.')[0]).lean<AuthSession>();
};
const day = 24 * 3_600_000;
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

  it('changes nothing in the database when a token is used again within the grace period', async () => {
    const first = await world.signIn(email);
    await refreshed(first);
    const stored = await storedSession(first);
    await refreshed(first);
    expect(await storedSession(first)).toEqual(stored);
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

  it('is possible for thirty more days after each refresh', async () => {
    let session = await world.signIn(email);
    for (let times = 0; times < 3; times++) {
      later(20 * day);
      const next = await refreshed(session);
      expect(next.refresh_token).not.toBe(session.refresh_token);
      session = next;
    }
    later(29 * day);
    expect((await refresh(session)).status).toBe(200);
  });

  it('returns an access token that expires in five minutes', async () => {
    const session = await refreshed(await world.signIn(email));
    const seconds = session.expires_at - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(session.expires_in - 60);
    expect(seconds).toBeLessThanOrEqual(session.expires_in);
  });

  it('fails with 503 when it loses ten times to concurrent ones, and works again after that', async () => {
    const session = await world.signIn(email);
    const rotate = jest.spyOn(ofGateway<AuthSessionsRepository>(AuthSessionsRepository), 'rotate');
    rotate.mockResolvedValue(false);
    const refused = await refresh(session);
    expect(refused.body).toMatchObject({ status: 503, code: 'unavailable' });
    expect(refused.headers['retry-after']).toBe('1');
    expect(rotate).toHaveBeenCalledTimes(10);
    rotate.mockRestore();
    expect((await refresh(session)).status).toBe(200);
  });

  it('ends with the account', async () => {
    const account = await world.makeUser('user');
    const session = await world.signIn(account);
    await ofGateway<Model<User>>(getModelToken(usersCollection)).deleteOne({ email: account });
    expect((await refresh(session)).body).toMatchObject({ status: 401, code: 'session_ended' });
  });

  it('changes only a session whose version is the one that was read and that has not ended', async () => {
    const sessions = ofGateway<AuthSessionsRepository>(AuthSessionsRepository);
    const session = await world.signIn(email);
    const { _id, live, spent, version } = (await storedSession(session))!;
    const rotate = (of: number) => sessions.rotate(_id, of, { live, spent }, new Date(), new Date(Date.now() + day));
    expect([await rotate(version + 1), await rotate(version), await rotate(version)]).toEqual([false, true, false]);
    expect(await rotate(version + 1)).toBe(true);
    await sessions.end([_id], new Date());
    expect(await rotate(version + 2)).toBe(false);
  });
});

describe('an ended session', () => {
  it('is stored without tokens for a day, longer than its access tokens live', async () => {
    const session = await world.signIn(email);
    const before = Date.now();
    await world.api('POST', '/auth/sign-out', { token: session.access_token });
    const { live, spent, ended_at, expires_at } = (await storedSession(session))!;
    expect({ live, spent }).toEqual({ live: [], spent: [] });
    expect(ended_at!.getTime()).toBeGreaterThanOrEqual(before);
    expect(expires_at.getTime() - ended_at!.getTime()).toBe(day);
  });

  it('is not opened by a sign-in that verified a password that has since changed', async () => {
    const user = (await ofGateway<UsersRepository>(UsersRepository).findByEmail(await world.makeUser('user')))!;
    const opening = ofGateway<SessionsService>(SessionsService).open({ ...user, password_hash: 'of the old password' });
    await expect(opening).rejects.toMatchObject({ code: 'invalid_credentials', status: 401 });
    const stored = ofGateway<Model<AuthSession>>(getModelToken(authSessionsCollection));
    const sessions = await stored.find({ user_id: user._id }).lean<AuthSession[]>();
    expect(sessions).toMatchObject([{ live: [], ended_at: expect.any(Date) }]);
  });
});

it('A session is not opened for an account that was deleted after its password was verified', async () => {
  const user = (await ofGateway<UsersRepository>(UsersRepository).findByEmail(await world.makeUser('user')))!;
  await ofGateway<Model<User>>(getModelToken(usersCollection)).deleteOne({ _id: user._id });
  const opening = ofGateway<SessionsService>(SessionsService).open(user);
  await expect(opening).rejects.toMatchObject({ code: 'invalid_credentials', status: 401 });
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
