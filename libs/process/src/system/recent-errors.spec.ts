import { RecentErrors } from './recent-errors.js';

const minute = 60_000;

it('Equal errors are one group with their number, and the request of the last one', () => {
  const errors = new RecentErrors();
  for (const [at, id] of [
    [1_000, 'first'],
    [2_000, 'second'],
  ] as const)
    errors.addLine([{ err: new TypeError('x is undefined'), request_id: id }, 'failed'], undefined, at);
  expect(errors.take({ now: 3_000 })).toEqual([
    {
      name: 'TypeError',
      message: 'x is undefined',
      count: 2,
      at: '1970-01-01T00:00:02.000Z',
      request_id: 'second',
    },
  ]);
  expect(errors.take({ now: 3_000 })).toEqual([]);
});

it('An error without a type of its own is named by its line, a line without an error too', () => {
  const errors = new RecentErrors();
  errors.addLine([{ err: new Error('no disk') }, 'export failed'], 'r1');
  errors.addLine(['unknown event in outbox']);
  expect(errors.take().map(({ name, message, request_id }) => [name, message, request_id])).toEqual([
    ['export failed', 'no disk', 'r1'],
    ['unknown event in outbox', '', null],
  ]);
});

it('An error that repeats is due once a minute, or when the process stops', () => {
  const errors = new RecentErrors();
  const add = (at: number) => errors.addLine([new RangeError('again')], undefined, at);
  const counts = (now: number, all = false) => errors.take({ now, all }).map(({ count }) => count);
  add(0);
  expect(counts(0)).toEqual([1]);
  add(10_000);
  add(20_000);
  expect(counts(30_000)).toEqual([]);
  expect(counts(minute)).toEqual([2]);
  add(minute + 1);
  expect(counts(minute + 2, true)).toEqual([1]);
});

it('Email addresses and quoted values are removed from errors', () => {
  const errors = new RecentErrors();
  errors.addLine([{ err: new Error('550 <ada@example.com> rejected') }, 'not sent to ada@example.com']);
  errors.addLine([{ err: new Error('E11000 dup key: { email: "Ada" }') }, 'failed']);
  expect(JSON.stringify(errors.take())).not.toMatch(/ada/i);
});

it('Memory is bounded: after 50 kinds of errors further ones are only counted', () => {
  const errors = new RecentErrors();
  for (let kind = 0; kind < 500; kind += 1) errors.addLine([`failed ${kind}`]);
  const taken = errors.take();
  expect(taken).toHaveLength(51);
  expect(taken.at(-1)).toMatchObject({ name: 'Further errors', count: 450 });
});

it('Errors that could not be stored are due again, with those since', () => {
  const errors = new RecentErrors();
  errors.addLine(['failed'], undefined, 1_000);
  const taken = errors.take({ now: 1_000 });
  errors.addLine(['failed'], 'later', 2_000);
  errors.putBack(taken);
  expect(errors.take({ now: 3_000 })).toMatchObject([{ name: 'failed', count: 2, request_id: 'later' }]);
});
