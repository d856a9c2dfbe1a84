import { withoutValues } from './without-values.js';

it.each([
  ['550 <ada@example.com> rejected', '550 <<address>> rejected'],
  ['connect redis://app:p%40ss@cache.example:6379 failed', 'connect redis://***@cache.example:6379 failed'],
  ['mongodb+srv://u:a/b@c@db.example/x?tls=true', 'mongodb+srv://***@db.example/x?tls=true'],
  ['https://token@git.example/repo', 'https://***@git.example/repo'],
  ['GET https://s3.example/a?X-Amz-Signature=abc123&x=1', 'GET https://s3.example/a?X-Amz-Signature=<token>&x=1'],
  ['refused password=hunter2, try again', 'refused password=<token>, try again'],
  ['body {"accessToken": "abc", "n": 1}', 'body {"accessToken": "<token>", "n": 1}'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl expired', 'jwt <token> expired'],
  ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer <token>'],
  ['unknown grant k3JzWq0PZr9mXy7TvB2nLd5Hs8Ga1Fc4Ue6 here', 'unknown grant <token> here'],
  ['account DE89 3704 0044 0532 0130 00 is blocked', 'account <account> is blocked'],
  ['account GB29NWBK60161331926819.', 'account <account>.'],
  ['account nl91abna0417164300!', 'account <account>!'],
  ['card 4111 1111 1111 1111 declined', 'card <number> declined'],
  ['calls +49 (171) 123-45.67 twice', 'calls <phone> twice'],
  ['calls 030 1234567 or 0171/1234567', 'calls <phone> or <phone>'],
  ['calls (555) 123-4567, 555-123-4567, 01711234567', 'calls <phone>, <phone>, <phone>'],
  ['E11000 dup key: { phone: "Ada" }', 'E11000 dup key'],
])('masks the values in %j', (message, masked) => {
  expect(withoutValues(message)).toBe(masked);
});

it.each([
  'connect ECONNREFUSED 127.0.0.1:6379 at 2026-11-27T03:15:20.123Z after 4000 ms',
  'request 0f8fad5b-d9cb-469f-a165-70867728950e: version 10.15.20.1200, 1732690520123 of 20000000000 bytes',
  'build e07b6d1-44c90a12 has sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'JWT_SECRET: needs at least 32 characters; see https://docs.example/a/b?c=d#e',
  'job 66f0a1b2c3d4e5f6a7b8c9d0 on 2026-11-27 03:15 took 0.125 s of 10.000 s',
])('leaves %j as it is', (message) => {
  expect(withoutValues(message)).toBe(message);
});

it('handles long hostile text, and cuts it', () => {
  for (const part of ['a', '0 ', '+1 ', 'AA11 ', 'eyJa.', '://', 'token']) {
    expect(withoutValues(part.repeat(200_000)).length).toBeLessThanOrEqual(500);
  }
});
