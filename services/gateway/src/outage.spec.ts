import type { Session } from '@docfolio/contracts/entities/session';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { startWorld, type World } from './testing/world.js';

let world: World;
let session: Session;

beforeAll(async () => {
  world = await startWorld({ own: ['redis'] });
  session = await world.signIn(await world.makeUser('admin'));
});
afterAll(() => world.stop());

const isReady = async () => (await world.health.readiness()).ready;

describe('without Redis', () => {
  beforeAll(() => world.redis.kill('SIGKILL'));
  afterAll(async () => {
    await world.redis.restart();
    await waitFor('the gateway to be ready', isReady);
  });

  it('the gateway still responds to its own reads', async () => {
    const answer = await world.api('GET', '/auth/me', { token: session.access_token });
    expect([answer.status, answer.body]).toEqual([200, { user: session.user, is_admin: true }]);
  });

  it('a session can be refreshed', async () => {
    const answer = await world.api('POST', '/auth/refresh', { body: { refresh_token: session.refresh_token } });
    expect(answer.status).toBe(200);
  });

  it('writes get 503 instead of bypassing the rate limits', async () => {
    const writes = [
      { path: '/auth/sign-in', body: { email: session.user.email, password: 'whatever' } },
      { path: '/auth/sign-out', body: {}, token: session.access_token },
      { path: '/leads', body: { name: 'Ada', email: 'a@b.c', message: 'Hello', source: 'contact' } },
      { path: '/admin/leads', body: { name: 'Ada', email: 'a@b.c' }, token: session.access_token },
    ];
    for (const { path, ...sending } of writes) {
      const answer = await world.api('POST', path, sending);
      expect({ path, body: answer.body }).toMatchObject({ path, body: { status: 503, code: 'unavailable' } });
    }
  });

  it('an ended session stays ended', async () => {
    await world.redis.restart();
    await waitFor('the gateway to be ready', isReady);
    const other = await world.signIn(session.user.email);
    expect((await world.api('POST', '/auth/sign-out', { token: other.access_token })).status).toBe(200);
    await world.redis.kill('SIGKILL');
    expect((await world.api('GET', '/auth/me', { token: other.access_token })).status).toBe(401);
  });

  it('readiness names redis', async () => {
    const { ready, missing } = await world.health.readiness();
    expect([ready, missing]).toEqual([false, expect.arrayContaining(['redis', 'rpc'])]);
  });
});
