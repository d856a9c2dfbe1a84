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
])('a request for the host %j', (host, origin) => {
  expect(siteOrigin(undefined, asked(host))).toBe(origin);
});

it('tells an encrypted connection', () => {
  expect(siteOrigin(undefined, asked('a.example', 'https'))).toBe('https://a.example');
});

it('is the configured one, without a path', () => {
  expect(siteOrigin('https://a.example/', asked('b.example'))).toBe('https://a.example');
});
