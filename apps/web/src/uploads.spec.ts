import { isUpload } from './uploads.js';

it.each([
  ['POST', '/api/v1/admin/images', true],
  ['POST', '/api/v1/admin/remotes/blog/builds/0123456-01234567/files?path=server%2Fserver.js', true],
  ['GET', '/api/v1/admin/remotes/blog/builds/0123456-01234567/files?path=a.js', false],
  ['POST', '/api/v1/admin/remotes/blog/builds', false],
  ['POST', '/api/v1/admin/remotes/blog/promote', false],
  ['POST', '/api/v1/leads?x=/api/v1/admin/images', false],
] as const)('%s %s is an upload: %s', (method, url, expected) => {
  expect(isUpload({ method, url })).toBe(expected);
});
