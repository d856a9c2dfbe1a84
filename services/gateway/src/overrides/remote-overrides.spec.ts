import { overriddenPagesOf } from '@docfolio/contracts/entities/remote-override';
import { sign } from 'jsonwebtoken';
import { jwtSecret, startWorld, type World } from '../testing/world.js';

const blog = { remote: 'blog', url: 'http://localhost:4202' };
const hour = 3_600_000;

let world: World;
let email: string;
let session: string;
beforeAll(async () => {
  world = await startWorld();
  email = await world.makeUser('admin');
  session = (await world.signIn(email)).access_token;
});
afterAll(() => world.stop());
afterEach(() => jest.useRealTimers());

const grant = (token?: string, body: object = blog) => world.api('POST', '/admin/remote-overrides', { token, body });
const granted = async (as = session) => ((await grant(as)).body as { token: string }).token;
const check = (token: string) => world.api('POST', '/remote-overrides/check', { body: { token } });

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

describe('the override of a remote', () => {
  it('is granted to an admin, and its token is accepted without a session', async () => {
    const answer = await check(await granted());
    expect([answer.status, answer.body]).toEqual([200, { ...blog, expires_at: expect.any(String) }]);
  });

  it('carries the pages that the developer’s machine serves, ten at most', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => ({ path: `/blog/a/${index}`, title: `Page ${index}` }));
    pages[0] = { ...pages[0]!, nav: { group: 'Guide', icon: 'pen' } } as (typeof pages)[0];
    const answer = await grant(session, { ...blog, pages });
    const { token } = answer.body as { token: string };
    expect(token.length).toBeLessThan(2_400);
    expect((await check(token)).body).toMatchObject({ ...blog, pages });
    const eleven = [...pages, { path: '/blog/a/b', title: 'Another' }];
    expect((await grant(session, { ...blog, pages: eleven })).status).toBe(400);
  });

  it('fits into a cookie with the longest URL and pages', async () => {
    const url = `http://localhost:4202/${'x'.repeat(178)}`;
    const long = Array.from({ length: 10 }, (_, index) => ({ path: `/blog/a/${index}`, title: 'あ'.repeat(60) }));
    const token = ((await grant(session, { ...blog, url, pages: overriddenPagesOf(long) })).body as { token: string })
      .token;
    expect(token.length).toBeLessThan(2_400);
    expect((await check(token)).status).toBe(200);
    expect((await grant(session, { ...blog, pages: long })).status).toBe(400);
  });

  it('is valid for 8 hours', async () => {
    const token = await granted();
    later(8 * hour - 60_000);
    expect((await check(token)).status).toBe(200);
    later(60_000);
    expect(await check(token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  });

  it('is refused to visitors, to other users and to API tokens', async () => {
    const user = (await world.signIn(await world.makeUser('user'))).access_token;
    const created = await world.api('POST', '/admin/api-tokens', {
      token: session,
      body: { name: 'CI', scopes: ['remotes:write'] },
    });
    const apiToken = (created.body as { token: string }).token;
    const statuses = await Promise.all([grant(), grant(user), grant(apiToken)]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403]);
  });

  it.each([
    { ...blog, url: 'javascript:alert(1)' },
    { ...blog, url: 'http://user:secret@localhost:4202' },
    { ...blog, url: 'http://localhost:4202/?a=1' },
    { ...blog, remote: 'Blog!' },
    { ...blog, pages: [{ path: '/admin', title: 'Dashboard' }] },
    { ...blog, pages: [{ path: '/blog/a/b', title: 'A', description: 'Too much' }] },
  ])('is refused for %j', async (body) => {
    expect((await grant(session, body)).status).toBe(400);
  });

  it('ends with the session of the admin', async () => {
    const { access_token } = await world.signIn(email);
    const token = await granted(access_token);
    expect((await world.api('POST', '/auth/sign-out', { token: access_token })).status).toBeLessThan(300);
    expect(await check(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  });

  it('ends when its admin is deactivated', async () => {
    const former = await world.makeUser('admin');
    const token = await granted((await world.signIn(former)).access_token);
    expect((await check(token)).status).toBe(200);
    await world.accounts.deactivate(former);
    expect(await check(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  });

  it('is no access token, and an access token is no override', async () => {
    const token = await granted();
    const listed = await world.api('GET', '/admin/api-tokens', { token });
    expect([listed.status, (await check(session)).status]).toEqual([401, 401]);
  });

  it('refuses a token of another purpose, key or algorithm', async () => {
    const ids = { sub: '0b7c3f0e-58a5-4b39-9a8e-0b5d3b6f6a11', sid: '0b7c3f0e-58a5-4b39-9a8e-0b5d3b6f6a12' };
    const claims = { ...ids, ...blog };
    const right = { issuer: 'docfolio-override', audience: 'remote-override', expiresIn: '1h' } as const;
    const forged = [
      sign(claims, jwtSecret, { ...right, audience: 'password-reset' }),
      sign(claims, jwtSecret, { ...right, issuer: 'docfolio' }),
      sign(claims, 'another secret that is long enough', right),
      sign(claims, jwtSecret, { ...right, algorithm: 'HS512' }),
      sign(claims, '', { ...right, algorithm: 'none' }),
      sign(ids, jwtSecret, right),
      'x',
    ];
    for (const token of forged)
      expect(await check(token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });
});
