import { RenderingFixture, stateOf } from '../../test/rendering-fixture.js';
import { send } from '../../test/web-fixture.js';

/** A remote with one form, which refuses a blank name and maps the errors of the gateway. */
const remoteWithForm = `
const { createElement: h } = require('react');
const { useQuery } = require('@tanstack/react-query');

exports.Routes = function Routes() {
  const { data } = useQuery({ queryKey: ['form outcome'], queryFn: () => null, enabled: false });
  if (data && data.values.name === 'unrenderable') throw new Error('rendered wrongly');
  return h('div', null, h('title', null, 'A page'), h('p', null, data ? data.kind + ': ' + data.values.name : 'nothing posted'));
};
exports.load = async () => ({ status: 200, tags: [] });
exports.submit = async ({ pathname, fields, keyOf }, client) => {
  const form = 'lead';
  const values = { name: fields.name };
  const refused = { kind: 'refused', form, values, errors: {}, title: 'Error', text: 'Something went wrong. Please try again.' };
  if (!fields.name) return { status: 422, outcome: { ...refused, errors: { name: 'Name is required' } } };
  const headers = { 'content-type': 'application/json', 'idempotency-key': keyOf(fields) };
  const response = await client.transport
    .fetch('/api/v1/leads', { method: 'POST', headers, body: JSON.stringify(fields) })
    .catch(() => ({ status: 503, ok: false, headers: new Headers() }));
  if (response.ok) return { location: '/contact/sent', outcome: { kind: 'sent', form, values: fields } };
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) || undefined, outcome: refused };
};
`;

const siteUrl = 'https://site.example';
const urlencoded = 'application/x-www-form-urlencoded';
const person = 'name=Ingrid+Solheim&message=One%0D%0Atwo';

let fixture: RenderingFixture;
beforeAll(async () => {
  fixture = await RenderingFixture.start({ TRUSTED_PROXIES: '127.0.0.1', SITE_URL: siteUrl });
  await fixture.deployCode('site', remoteWithForm);
});
beforeEach(() => {
  fixture.asked.length = 0;
  fixture.answer({ id: '1', status: 'stored' }, 201);
});
afterAll(() => fixture.stop());

const post = (body: string, headers: Record<string, string> = {}, path = '/contact') =>
  send(fixture.web.url, path, { 'content-type': urlencoded, ...headers }, 'POST', body);

const cookieOf = (headers: Record<string, string | string[] | undefined>) =>
  String(headers['set-cookie']).split(';', 1)[0]!;

it('redirects after a sent form and confirms it once', async () => {
  const answer = await post(person);
  expect([answer.status, answer.headers.location]).toEqual([303, '/contact/sent']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(String(answer.headers['set-cookie'])).toMatch(/; Path=\/contact\/sent; Max-Age=120; HttpOnly; SameSite=Lax$/);
  const sent = await fixture.get('/contact/sent', { cookie: `theme=x; ${cookieOf(answer.headers)}` });
  expect(sent.text).toContain('<p>sent: Ingrid Solheim</p>');
  expect(stateOf(sent).queries.queries[0].state.data.values.message).toBe('One\ntwo');
  expect(sent.headers['cache-control']).toBe('no-store');
  expect(String(sent.headers['set-cookie'])).toMatch(/^form_outcome=; Path=\/contact\/sent; Max-Age=0/);
  // Neither cached nor shown on another page.
  expect((await fixture.get('/contact/sent')).text).toContain('<p>nothing posted</p>');
  expect((await fixture.get('/contact', { cookie: cookieOf(answer.headers) })).text).toContain('nothing posted');
});

it('limits the cookie’s size, and marks it Secure if the form came over HTTPS', async () => {
  const answer = await post(`name=A&message=${encodeURIComponent('語😀'.repeat(3_000))}`, {
    'x-forwarded-proto': 'https',
  });
  expect(String(answer.headers['set-cookie'])).toContain('; Secure');
  expect(cookieOf(answer.headers).length).toBeLessThan(3_100);
  expect((await fixture.get('/contact/sent', { cookie: cookieOf(answer.headers) })).text).toContain('<p>sent: A</p>');
});

it.each(['!', 'bm8', Buffer.from('{"path":"/contact/sent","form":1}').toString('base64url')])(
  'ignores the invalid cookie %s',
  async (value) => {
    const answer = await fixture.get('/contact/sent', { cookie: `form_outcome=${value}` });
    expect([answer.status, answer.text.includes('nothing posted')]).toEqual([200, true]);
  },
);

it('derives the Idempotency-Key from the content', async () => {
  await post(person, { 'x-forwarded-for': '203.0.113.1' });
  await post(person, { 'x-forwarded-for': '203.0.113.2' });
  await post(person.replace('two', 'three'));
  const keys = fixture.asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^form-[\w-]{43}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  // The gateway limits by the visitor.
  expect(fixture.asked.map(({ headers }) => headers['x-forwarded-for']).slice(0, 2)).toEqual([
    '203.0.113.1',
    '203.0.113.2',
  ]);
});

it.each([
  [429, { 'retry-after': '7' }],
  [503, { 'retry-after': '1' }],
])('forwards the gateway’s status %d with the uncached page and the error', async (status, headers) => {
  fixture.answerBy(() => ({ status, headers, json: {} }));
  const answer = await post('name=Ingrid+%3Cscript%3E');
  expect([answer.status, answer.headers['retry-after']]).toEqual([status, headers['retry-after']]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).toContain('<p>refused: Ingrid &lt;script&gt;</p>');
  expect(stateOf(answer).queries.queries[0].state.data.values.name).toBe('Ingrid <script>');
  expect((await fixture.get('/contact')).text).toContain('nothing posted');
});

it('sends 503 with the typed values while the gateway is down', async () => {
  fixture.hangUp();
  const answer = await post(person);
  expect([answer.status, answer.text.includes('<p>refused: Ingrid Solheim</p>')]).toEqual([503, true]);
});

it('returns the form alone if its page cannot be rendered', async () => {
  fixture.hangUp();
  const answer = await post('name=unrenderable&form=lead&note=%22%3E%3Cb%3E');
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('<p>Something went wrong. Please try again.</p>');
  expect(answer.text).toMatch(/<textarea name="name"[^>]*>\nunrenderable<\/textarea>/);
  expect(answer.text).toContain('<input type="hidden" name="note" value="&quot;&gt;&lt;b&gt;">');
  expect(answer.text).not.toContain('after-paint');
});

it('sends 422 for an invalid form', async () => {
  const answer = await post('name=');
  expect([answer.status, fixture.asked.length]).toEqual([422, 0]);
  expect(answer.text).toContain('<p>refused: </p>');
});

describe('a form posted by another site', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: siteUrl }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: siteUrl }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin: siteUrl }, 303],
    [{ origin: 'http://on.the.lan:4200', host: 'on.the.lan:4200' }, 303],
    [{}, 303],
  ])('with headers %j gets %d', async (headers: Record<string, string>, status) => {
    expect((await post(person, headers)).status).toBe(status);
    expect(fixture.asked).toHaveLength(status === 303 ? 1 : 0);
  });
});

it.each([
  ['a body that is too large', '/contact', urlencoded, `name=${'x'.repeat(131_072)}`, 413],
  ['JSON', '/contact', 'application/json', '{"name":"A"}', 415],
  ['a form with files', '/contact', 'multipart/form-data; boundary=x', '--x--', 415],
  ['a page without forms', '/about', urlencoded, 'name=A', 405],
  ['a remote that knows of no forms', '/blog', urlencoded, 'name=A', 405],
])('refuses %s', async (_what, path, type, body, status) => {
  expect((await post(body, { 'content-type': type }, path)).status).toBe(status);
  expect(fixture.asked).toHaveLength(0);
});
