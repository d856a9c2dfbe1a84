import { emailKey } from './email-key.js';

it.each([
  ['Ada@Example.com', ' ada@example.com'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@MÜNCHEN.example', 'ada@mu\u0308nchen.example'],
  ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
])('%s and %s are one mailbox', (one, other) => expect(emailKey(one)).toBe(emailKey(other)));

it.each([
  ['ada@example.com', 'ada@example.org'],
  ['ada@example.com', 'a.da@example.com'],
  ['ada@a_b', 'ada@a_c'],
  ['ada@[::1]', 'ada@[::2]'],
])('%s and %s are two', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)));
