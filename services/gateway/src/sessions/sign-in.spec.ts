import { createHmac, randomUUID } from 'node:crypto';
import { accessTokenLifetime, type Session, session as sessionSchema } from '@docfolio/contracts/entities/session';
import { jwtSecret, password, startWorld, type World } from '../testing/world.js';

let world: World;
let email: string;

beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT_SIGN_IN_ADDRESS: '1000' } });
  email = await world.makeUser('user');
});
afterAll(() => world.stop());

const me = (token: string | undefined) => world.api('GET', '/auth/me', { token });
const signInAs = (body: unknown, from = '127.0.0.9') => world.api('POST', '/auth/sign-in', { body, from });

describe('signing in', () => {
  it('returns a session of the specified shape', async () => {
    const answer = await signInAs({ email, password });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const session = sessionSchema.parse(answer.body);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: accessTokenLifetime, user: { email } });
    const seconds = session.expires_at - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(accessTokenLifetime - 5);
    expect(seconds).toBeLessThanOrEqual(accessTokenLifetime);
    const who = await me(session.access_token);
    expect(who.body).toEqual({ user: session.user, is_admin: false });
  });

  it('ignores case and spaces of the address', async () => {
    expect((await signInAs({ email: `  ${email.toUpperCase()} `, password })).status).toBe(200);
  });

  it('returns whether the user is an admin', async () => {
    const session = await world.signIn(await world.makeUser('admin'));
    expect((await me(session.access_token)).body).toMatchObject({ is_admin: true });
  });

  it.each([
    ['an object for an e-mail', { email: { $ne: null }, password }],
    ['an object for a password', { email: 'a@b.c', password: { $gt: '' } }],
    ['an array', [{ email: 'a@b.c', password }]],
    ['an unknown field', { email: 'a@b.c', password, is_admin: true }],
    ['no password', { email: 'a@b.c' }],
    ['two addresses', { email: 'a@b.c,d@e.f', password }],
    ['nothing', {}],
  ])('refuses %s', async (_what, body) => {
    const answer = await signInAs(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed' });
  });

  it('treats an unknown address like a wrong password, in the same time', async () => {
    let attempts = 0;
    const attempt = async (address: string) => {
      const started = performance.now();
      const answer = await signInAs({ email: address, password: 'wrong' }, `127.0.1.${++attempts}`);
      return { answer, ms: performance.now() - started };
    };
    const known = [];
    const unknown = [];
    for (let round = 0; round < 5; round++) {
      known.push(await attempt(await world.makeUser('user')));
      unknown.push(await attempt(`${randomUUID()}@example.com`));
    }
    for (const { answer } of [...known, ...unknown]) {
      expect(answer.status).toBe(401);
      const { request_id, ...body } = answer.body as Record<string, unknown>;
      expect(request_id).toEqual(expect.any(String));
      expect(body).toEqual({
        type: '/api/docs#invalid_credentials',
        title: 'Invalid login credentials',
        status: 401,
        code: 'invalid_credentials',
      });
    }
    // Without a dummy hash the response for an unknown address would take a tenth of the time.
    const median = (times: { ms: number }[]) => times.map(({ ms }) => ms).sort((a, b) => a - b)[2]!;
    expect(median(unknown)).toBeGreaterThan(median(known) / 5);
    expect(median(known)).toBeGreaterThan(median(unknown) / 5);
  });
});

describe('an access token', () => {
  let session: Session;
  beforeAll(async () => {
    session = await world.signIn(email);
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object, claims: object, secret = jwtSecret, hash = 'sha256') => {
    const content = `${encode(header)}.${encode(claims)}`;
    return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
  };
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const hs256 = { alg: 'HS256', typ: 'JWT' };

  it('is accepted if the gateway would have signed it', async () => {
    const token = signed(hs256, claimsOf(session.access_token));
    expect((await me(token)).status).toBe(200);
  });

  const forgeries: [string, (claims: Record<string, unknown>) => string][] = [
    ['alg none', (claims) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
    ['alg none with a signature', (claims) => signed({ alg: 'none' }, claims)],
    [
      'another algorithm of the same key',
      (claims) => signed({ alg: 'HS512', typ: 'JWT' }, claims, jwtSecret, 'sha512'),
    ],
    ['another key', (claims) => signed(hs256, claims, 'another secret that is as long as it has to be')],
    [
      'a changed claim',
      (claims) => {
        const [header, , signature] = session.access_token.split('.');
        return `${header}.${encode({ ...claims, sub: randomUUID() })}.${signature}`;
      },
    ],
    ['an expired exp claim', (claims) => signed(hs256, { ...claims, exp: Math.floor(Date.now() / 1_000) - 1 })],
    ['no exp claim', ({ exp: _exp, ...claims }) => signed(hs256, claims)],
    ['another issuer', (claims) => signed(hs256, { ...claims, iss: 'elsewhere' })],
    ['invalid claims', (claims) => signed(hs256, { ...claims, sid: { $ne: null } })],
    ['nonsense', () => 'nonsense'],
  ];
  it.each(forgeries)('is refused with %s', async (_what, forge) => {
    const answer = await me(forge(claimsOf(session.access_token)));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'token_invalid' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('is required', async () => {
    const answer = await me(undefined);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'not_signed_in' });
  });

  it('is refused for a session that does not exist', async () => {
    const token = signed(hs256, { ...claimsOf(session.access_token), sid: randomUUID() });
    expect((await me(token)).body).toMatchObject({ status: 401, code: 'session_ended' });
  });
});
