/**
 * Waits for the time-outs of services that do not respond or shut down, and of clients that do not read.
 * @subject libs/service-kit/src/bytes
 * @everyday libs/service-kit/src/bytes/bytes.spec.ts
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ByteOwner, startByteOwner } from '../testing/byte-owner.js';
import { openBytes } from './bytes-client.js';

const secret = 'a secret that is only good enough for tests';
const name = 'exports/a.csv';
const contentType = 'text/csv; charset=utf-8';
/** Far more bytes than the socket buffers on the way hold, which is some 10 MiB each. */
const large = 64 * 1024 * 1024;

let owner: ByteOwner;
const never = new AbortController().signal;
const open = (more: Partial<Parameters<typeof openBytes>[0]> = {}) =>
  openBytes({ service: 'leads', url: owner.url, secret, name, requestId: 'test', signal: never, ...more });

beforeEach(async () => {
  owner = await startByteOwner('leads', secret);
});
afterEach(() => owner.stop());

it('aborts a transfer that the client does not read when the owning service shuts down', async () => {
  await owner.store.put(name, Buffer.alloc(large), { contentType });
  const { body } = await open();
  const broken = new Promise((resolve) => body.once('error', resolve));
  await owner.close();
  body.resume();
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
});

it('fails a download with unavailable if the owning service does not respond', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await expect(open({ url })).rejects.toMatchObject({ code: 'unavailable' });
  silent.closeAllConnections();
  silent.close();
});

it('finishes transfers in progress when the owning service shuts down', async () => {
  // More than the buffers on the way hold, but little enough to be read within the shutdown grace of 8 s.
  const length = large / 4;
  await owner.store.put(name, Buffer.alloc(length), { contentType });
  const { body } = await open();
  const closing = owner.close();
  expect((await buffer(body)).length).toBe(length);
  await closing;
  await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
});
