import { cacheSequenceHead, cacheSequenceOf, isCurrent, oldestSequence, unknownSequence } from './cache-sequence.js';

it('reads the number that it has written, from either kind of headers', () => {
  const headers = Object.fromEntries([cacheSequenceHead(41)]);
  expect([cacheSequenceOf(headers), cacheSequenceOf(new Headers(headers))]).toEqual([41, 41]);
});

it.each([undefined, '', 'later', '-3', '1e3'])(
  'takes the number %j as unknown, which is current for nobody',
  (value) => {
    const sequence = cacheSequenceOf(value === undefined ? {} : { 'x-cache-sequence': value });
    expect([sequence, isCurrent(sequence, 0)]).toEqual([unknownSequence, false]);
  },
);

it('takes several responses as the oldest of them', () => {
  expect([oldestSequence(), oldestSequence(7, 5, 6), oldestSequence(7, unknownSequence)]).toEqual([Infinity, 5, -1]);
  expect([isCurrent(5, 5), isCurrent(4, 5)]).toEqual([true, false]);
});
