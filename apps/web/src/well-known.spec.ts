import { type FastifyInstance, fastify } from 'fastify';
import { WebFixture } from '../test/web-fixture.js';
import { serveWellKnown } from './well-known.js';

let app: FastifyInstance | undefined;
const start = (siteUrl?: string) => {
  app = fastify();
  serveWellKnown(app, siteUrl);
};
const get = (url: string, host = 'alex.example') => app!.inject({ url, headers: { host } });
afterEach(() => app?.close());

it('security.txt names the contact page, and when it ends to count', async () => {
  start('https://alex.example');
  const { headers, payload } = await get('/.well-known/security.txt', 'other.example');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(payload).toContain('Contact: https://alex.example/contact\n');
  expect(payload).toContain('Canonical: https://alex.example/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(payload)![1]!);
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});

it('security.txt without SITE_URL names the host of the request, which has to be one', async () => {
  start();
  expect((await get('/.well-known/security.txt')).payload).toContain('Contact: http://alex.example/contact\n');
  expect((await get('/.well-known/security.txt', '"><script>')).statusCode).toBe(400);
});

it('change-password leads to the form of the CRM', async () => {
  start();
  const { statusCode, headers } = await get('/.well-known/change-password');
  expect([statusCode, headers.location]).toEqual([302, '/admin?account=password']);
});

it('the web app serves both, with its SITE_URL', async () => {
  const web = await WebFixture.start({ SITE_URL: 'https://alex.example' });
  try {
    const security = await web.get('/.well-known/security.txt');
    expect([security.status, security.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(security.text).toContain('Contact: https://alex.example/contact\n');
    const password = await web.get('/.well-known/change-password');
    expect([password.status, password.headers.location]).toEqual([302, '/admin?account=password']);
  } finally {
    await web.stop();
  }
});
