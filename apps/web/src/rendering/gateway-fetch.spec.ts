import { startUpstream } from '../../test/web-fixture.js';
import { GatewayFetch } from './gateway-fetch.js';

let gateway: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  gateway = await startUpstream((incoming, response) => {
    const [, sequence] = /sequence=(.*)/.exec(String(incoming.url)) ?? [];
    if (sequence) response.setHeader('x-cache-sequence', sequence);
    const [, age] = /age=(\d+)/.exec(String(incoming.url)) ?? [];
    if (age) response.setHeader('age', age);
    const [, status] = /status=(\d+)/.exec(String(incoming.url)) ?? [];
    if (status) response.statusCode = Number(status);
    if (incoming.url === '/api/v1/silence') return;
    response.end('{}');
  });
});
afterAll(() => gateway.stop());

const start = (gatewayUrl = gateway.url, signal = new AbortController().signal) =>
  new GatewayFetch({ gatewayUrl, address: '192.0.2.1', requestId: 'r-1', signal });

it('has the sequence of the oldest response', async () => {
  const { fetch, ...before } = start();
  expect(before).toMatchObject({ sequence: Number.POSITIVE_INFINITY, age: 0, isLive: false });
  const used = start();
  for (const sequence of [7, 5, 6]) await used.fetch(`/api/v1/posts?sequence=${sequence}`);
  expect([used.sequence, used.isLive]).toEqual([5, true]);
});

it.each(['', 'later', '-3', '1e3'])('cannot be cached if a response has the sequence %j', async (sequence) => {
  const used = start();
  await used.fetch('/api/v1/posts?sequence=7');
  await used.fetch(`/api/v1/posts?sequence=${sequence}`);
  expect(used.sequence).toBe(-1);
});

it('cannot be cached if a request fails', async () => {
  const used = start('http://127.0.0.1:9');
  await expect(used.fetch('/api/v1/posts')).rejects.toThrow();
  expect([used.sequence, used.isLive]).toEqual([-1, false]);
});

it('has the age of the oldest response, and is live only after a response of a service', async () => {
  const used = start();
  await used.fetch('/api/v1/posts?age=7');
  await used.fetch('/api/v1/posts?age=3');
  expect([used.isLive, used.age]).toEqual([false, 7000]);
  for (const status of [503, 500, 429]) await used.fetch(`/api/v1/posts?status=${status}`);
  expect(used.isLive).toBe(false);
  await used.fetch('/api/v1/posts?status=404');
  expect(used.isLive).toBe(true);
});

it('is aborted by its own signal and by the caller’s', async () => {
  const whole = new AbortController();
  const own = new AbortController();
  const used = start(gateway.url, whole.signal);
  const [first, second] = [used.fetch('/api/v1/silence', { signal: own.signal }), used.fetch('/api/v1/silence')];
  own.abort(new Error('by the caller'));
  await expect(first).rejects.toThrow('by the caller');
  whole.abort(new Error('by the page'));
  await expect(second).rejects.toThrow('by the page');
});
