import { siteOrigin } from './site-origin.js';

const asked = (host: string, protocol: 'http' | 'https' = 'http') => ({ host, protocol });

it.each([
  ['docfolio.example', 'http://docfolio.example'],
  ['LOCALHOST:4200', 'http://localhost:4200'],
  ['192.0.2.7:80', 'http://192.0.2.7:80'],
  ['[::1]:4200', 'http://[::1]:4200'],
  ['evil.example/path', ''],
  ['"><script>', ''],
  ['user@host', ''],
  ['a b', ''],
  ['', ''],
])('maps the host %j to the origin %j', (host, origin) => {
  expect(siteOrigin(undefined, asked(host))).toBe(origin);
});

it('uses the protocol of the request', () => {
  expect(siteOrigin(undefined, asked('a.example', 'https'))).toBe('https://a.example');
});

it('is SITE_URL without its path', () => {
  expect(siteOrigin('https://a.example/', asked('b.example'))).toBe('https://a.example');
});
