import { acceptedEncoding } from './accepted-encoding.js';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.0, gzip;q=0', 'identity'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['brotli', 'identity'],
])('for %j chooses %s', (header, encoding) => {
  expect(acceptedEncoding(header === undefined ? {} : { 'accept-encoding': header })).toBe(encoding);
});
