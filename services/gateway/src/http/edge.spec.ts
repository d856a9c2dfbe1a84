import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { operation } from '@docfolio/contracts/core/operation';
import { problem } from '@docfolio/contracts/core/problem';
import { allOperations } from '@docfolio/contracts/operations';
import { z } from 'zod';
import type { Answer, Sending } from '../testing/http-client.js';
import { startWorld, type World } from '../testing/world.js';

const echo = operation({
  service: 'content',
  method: 'POST',
  path: '/echo',
  access: 'public',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ text: z.string() }),
  summary: 'Return the input.',
});
const long = operation({ ...echo, path: '/long-echo', bodyLimit: 256 * 1024 });
const failing = operation({ ...echo, method: 'GET', path: '/failing', input: z.strictObject({}) });

let world: World;
let token: string;

beforeAll(async () => {
  const added = { 'test.echo': echo, 'test.long': long, 'test.failing': failing };
  const operations = Object.entries(added).map(([name, entry]) => ({ name, operation: entry }));
  world = await startWorld({
    operations: [...allOperations(), ...operations],
    env: { RATE_LIMIT_FORMS: '1000', TRUSTED_PROXIES: '127.0.7.0/24' },
  });
  const say = async (input: unknown) => input;
  await world.startService({
    service: 'content',
    handlers: {
      'POST /echo': say,
      'POST /long-echo': say,
      'GET /failing': () => Promise.reject(new Error('E11000 dup key: the words of a driver')),
    },
  });
  token = (await world.signIn(await world.makeUser('admin'))).access_token;
});
afterAll(() => world.stop());

function expectProblem(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = problem.parse(answer.body);
  expect(body).toMatchObject({ status, code, type: `/api/docs#${code}`, request_id: answer.headers['x-request-id'] });
}

describe('a request body', () => {
  const post = (sending: Sending, path = '/echo') => world.api('POST', path, sending);
  const json = { 'content-type': 'application/json' };

  it('is preserved, emoji and right-to-left text included', async () => {
    const text = '👩‍💻 שלום مرحبا é e\u0301 <script>alert(1)</script>';
    expect((await post({ body: { text } })).body).toEqual({ text });
    expect(
      (await post({ body: { text }, headers: { 'content-type': 'application/json; charset=utf-8' } })).status,
    ).toBe(200);
  });

  it.each([
    ['broken JSON', '{"text":', 400, 'malformed_body'],
    ['a __proto__ key', '{"text":"a","__proto__":{"x":1}}', 400, 'malformed_body'],
    ['1,000 levels of nesting', `{"text":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, 400, 'malformed_body'],
    ['NUL', '{"text":"a\\u0000"}', 400, 'validation_failed'],
    ['a lone surrogate', '{"text":"\\ud800"}', 400, 'validation_failed'],
    ['an unknown field', '{"text":"a","status":"won"}', 400, 'validation_failed'],
    ['an array', '["text"]', 400, 'validation_failed'],
    ['null', 'null', 400, 'validation_failed'],
  ])('with %s is refused', async (_what, raw, status, code) => {
    expectProblem(await post({ raw, headers: json }), status, code);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
  ])('of type %s is refused', async (type) => {
    expectProblem(
      await post({ raw: '{"text":"a"}', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
  });

  it('without a type is refused', async () => {
    expectProblem(await post({ raw: '{"text":"a"}' }), 415, 'unsupported_media_type');
  });

  it('is limited to 100 KB or what the operation allows', async () => {
    const of = (bytes: number) => ({ raw: JSON.stringify({ text: 'x'.repeat(bytes - 11) }), headers: json });
    expect((await post(of(100 * 1024))).status).toBe(200);
    expectProblem(await post(of(100 * 1024 + 1)), 413, 'body_too_large');
    expect((await post(of(256 * 1024), '/long-echo')).status).toBe(200);
    expectProblem(await post(of(256 * 1024 + 1), '/long-echo'), 413, 'body_too_large');
  });

  it('of a post is limited to 256 KB', async () => {
    const of = (bytes: number) => ({ raw: '{}'.padEnd(bytes), headers: json });
    for (const [method, path] of [
      ['POST', '/admin/posts'],
      ['PATCH', `/admin/posts/${randomUUID()}`],
    ] as const) {
      expectProblem(await world.api(method, path, of(256 * 1024)), 401, 'not_signed_in');
      expectProblem(await world.api(method, path, of(256 * 1024 + 1)), 413, 'body_too_large');
    }
  });

  it('of 5 MB is refused with body_too_large, although the client continues sending', async () => {
    const raw = `{"text":"${'x'.repeat(5_000_000)}"}`;
    expectProblem(await post({ raw, headers: json }), 413, 'body_too_large');
  });

  it('is measured while it arrives, if it has no Content-Length', async () => {
    const raw = `{"text":"${'x'.repeat(150_000)}"}`;
    const chunked = { 'transfer-encoding': 'chunked' };
    expectProblem(await post({ raw, headers: { ...json, ...chunked } }), 413, 'body_too_large');
    expect((await post({ body: { text: 'a' } })).status).toBe(200);
  });
});

describe('a request for a URL', () => {
  it('responds no_such_route if the URL is unknown', async () => {
    for (const path of ['/nope', '/api', '/api/v1', '/api/v1/nope', '/api/v1/auth/sign-in/', '/api/v1/admin/leads//x'])
      expectProblem(await world.send('GET', path), 404, 'no_such_route');
  });

  it('responds no_such_route if the URL is malformed or too long', async () => {
    expectProblem(await world.send('GET', '/api/v1/posts/%E0%A4%A'), 404, 'no_such_route');
    expectProblem(await world.send('GET', `/api/v1/admin/leads/${'x'.repeat(600)}`), 404, 'no_such_route');
  });

  it('responds 405 to other methods, with Allow, and 204 to OPTIONS', async () => {
    const wrong = await world.api('PUT', '/auth/sign-in', { body: {} });
    expectProblem(wrong, 405, 'method_not_allowed');
    expect(wrong.headers.allow).toBe('POST, OPTIONS');
    const form = await world.send('PUT', '/api/v1/auth/sign-in', {
      headers: { 'content-type': 'text/plain' },
      body: 'a',
    });
    expectProblem(form, 405, 'method_not_allowed');
    const trace = await world.api('TRACE', '/auth/sign-in');
    expectProblem(trace, 405, 'method_not_allowed');
    expect([form.headers.allow, trace.headers.allow]).toEqual(['POST, OPTIONS', 'POST, OPTIONS']);
    const shadowed = await world.api('GET', '/admin/audit/export', { token });
    expectProblem(shadowed, 405, 'method_not_allowed');
    expect(shadowed.headers.allow).toBe('POST, OPTIONS');
    const asked = await world.api('OPTIONS', '/admin/leads');
    expect([asked.status, asked.headers.allow, asked.text]).toEqual([204, 'GET, HEAD, POST, OPTIONS', '']);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const head = await world.api('HEAD', '/auth/me', { token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await world.api('HEAD', '/auth/me')).status).toBe(401);
  });
});

describe('a query', () => {
  it.each([
    'status[$ne]=new',
    'search[$regex]=.*',
    'status=new&status=lost',
    'unknown=1',
    'sort=password',
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=101',
    `search=${'x'.repeat(201)}`,
    'search=a%00b',
    '__proto__=x',
    'status=won',
    'after=%24',
  ])('is refused: %s', async (query) => {
    expectProblem(await world.api('GET', `/admin/leads?${query}`, { token }), 400, 'validation_failed');
  });

  it('is refused for operations that change data', async () => {
    expectProblem(await world.api('POST', '/echo?text=a', { body: { text: 'a' } }), 400, 'validation_failed');
  });

  it('is validated together with path ids', async () => {
    expectProblem(await world.api('GET', '/admin/leads/abc', { token }), 400, 'validation_failed');
  });
});

describe('an internal error', () => {
  it('reveals no implementation details', async () => {
    const answer = await world.api('GET', '/failing');
    expectProblem(answer, 500, 'internal');
    expect(answer.text).not.toMatch(/E11000|driver|stack|node_modules|\.ts|\.js/);
  });
});

describe('response headers', () => {
  it('contain the security headers and allow no other origin', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answers = [
      await world.api('GET', '/auth/me', { token, headers: origin }),
      await world.api('OPTIONS', '/auth/me', { headers: origin }),
      await world.api('GET', '/nope', { headers: origin }),
      await world.api('POST', '/echo', { body: { text: 'a' }, headers: origin }),
      await world.send('GET', '/api/docs', { headers: origin }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
    }
    expect(answers[0]?.headers['cache-control']).toBe('no-store');
  });

  it('carry a request id that only our proxies can choose', async () => {
    const sent = { 'x-request-id': 'chosen-1' };
    expect((await world.api('GET', '/nope', { headers: sent })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const trusted = { headers: sent, from: '127.0.7.1' };
    expect((await world.api('GET', '/nope', trusted)).headers['x-request-id']).toBe('chosen-1');
    const insane = { headers: { 'x-request-id': 'a b"}' }, from: '127.0.7.1' };
    expect((await world.api('GET', '/nope', insane)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('bytes that are not an HTTP request', () => {
  it('get the response 400 with a problem and a closed connection', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(world.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/content-type: application\/problem\+json/);
    expect(problem.parse(JSON.parse(body)).code).toBe('malformed_body');
  });
});

describe('routes outside the operation table', () => {
  it('include no probes on the public port', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expectProblem(await world.send('GET', path), 404, 'no_such_route');
  });

  it('include the OpenAPI document and the reference', async () => {
    const document = await world.send('GET', '/api/v1/openapi.json');
    expect(document.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    const page = await world.send('GET', '/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("style-src 'self'");
    const sheet = await world.send('GET', '/api/docs/reference.css');
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    const again = await world.send('GET', '/api/docs', { headers: { 'if-none-match': page.headers.etag! } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
