import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ByteOwner, startByteOwner } from '../testing/byte-owner.js';
import { waitFor } from '../testing/wait-for.js';
import { openBytes } from './bytes-client.js';
import { type BytesAct, grantHeader, signGrant } from './bytes-grant.js';

const secret = 'a secret that is only good enough for tests';
const name = 'exports/a.csv';
const act: BytesAct = { service: 'leads', method: 'GET', name };
const contentType = 'text/csv; charset=utf-8';
const large = 32 * 1024 * 1024;

let owner: ByteOwner;
const never = new AbortController().signal;
const open = (more: Partial<Parameters<typeof openBytes>[0]> = {}) =>
  openBytes({ service: 'leads', url: owner.url, secret, name, requestId: 'test', signal: never, ...more });

beforeEach(async () => {
  owner = await startByteOwner('leads', secret);
});
afterEach(() => owner.stop());

async function ask(grant: string | undefined, path = `/bytes/${name}`, method = 'GET') {
  const headers: Record<string, string> = grant === undefined ? {} : { [grantHeader]: grant };
  const response = await fetch(owner.url + path, { method, headers });
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

describe('bytes of an object', () => {
  it('come whole, with their type and size', async () => {
    const bytes = randomBytes(300_000);
    await owner.store.put(name, bytes, { contentType });
    const opened = await open();
    expect(opened).toMatchObject({ size: 300_000, contentType });
    expect(await buffer(opened.body)).toEqual(bytes);
  });

  it('come when there are none', async () => {
    await owner.store.put(name, Buffer.alloc(0), { contentType });
    expect(await buffer((await open()).body)).toHaveLength(0);
  });

  const [expires, signed] = signGrant(act, secret).split('.') as [string, string];
  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['another text', 'let me in'],
    ['one of another object', signGrant({ ...act, name: 'exports/b.csv' }, secret)],
    ['one of another service', signGrant({ ...act, service: 'media' }, secret)],
    ['one for another act', signGrant({ ...act, method: 'PUT' }, secret)],
    ['one under another secret', signGrant(act, `${secret}!`)],
    ['one whose time is over', signGrant(act, secret, Date.now() - 60_001)],
    ['one whose time somebody has put off', `${Number(expires) + 1}.${signed}`],
    ['one whose signature somebody has changed', `${expires}.${signed[0] === 'A' ? 'B' : 'A'}${signed.slice(1)}`],
    ['a part of one', `${expires}.${signed.slice(1)}`],
  ])('are refused with this grant: %s', async (_, grant) => {
    await owner.store.put(name, Buffer.from('x'), { contentType });
    expect(await ask(grant)).toEqual({ status: 403, code: 'not_allowed' });
    // And it isn't told whether there is such an object.
    expect(await ask(grant, '/bytes/exports/absent.csv')).toEqual({ status: 403, code: 'not_allowed' });
    expect(owner.read).toHaveLength(0);
  });

  it('are not found where there are none', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['../etc/passwd', '.uploads/x', 'a//b', 'a\0b'])('are refused under the name %j', async (bad) => {
    const answer = await ask(signGrant({ ...act, name: bad }, secret), `/bytes/${encodeURIComponent(bad)}`);
    expect(answer).toEqual({ status: 400, code: 'validation_failed' });
  });

  it.each(['/bytes/%', '/bytes/%c3%28'])('are not found at %s', async (path) => {
    expect(await ask(signGrant(act, secret), path)).toEqual({ status: 404, code: 'not_found' });
  });

  it('are only read', async () => {
    await owner.store.put(name, Buffer.from('x'), { contentType });
    expect(await ask(signGrant(act, secret), undefined, 'DELETE')).toEqual({ status: 405, code: 'method_not_allowed' });
  });

  it('are read no faster than they are taken, and no further than they are wanted', async () => {
    await owner.store.put(name, Buffer.alloc(large), { contentType });
    const leaving = new AbortController();
    const { body } = await open({ signal: leaving.signal });
    body.on('error', () => undefined);
    body.once('data', () => body.pause());
    await waitFor('something has been read', async () => (owner.read[0]?.bytesRead ?? 0) > 0);
    const file = owner.read[0]!;
    // As long as somebody goes on reading it isn't settled.
    let before = -1;
    await waitFor('reading stands still', async () => {
      const still = file.bytesRead === before;
      before = file.bytesRead;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return still;
    });
    expect(file.bytesRead).toBeLessThan(large / 2);
    leaving.abort();
    await waitFor('the file is closed', async () => file.destroyed);
  });

  it('that are under way are finished when their owner closes', async () => {
    await owner.store.put(name, Buffer.alloc(large), { contentType });
    const { body } = await open();
    const closing = owner.close();
    expect((await buffer(body)).length).toBe(large);
    await closing;
    await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that nobody takes are cut off when their owner closes, and it is told', async () => {
    await owner.store.put(name, Buffer.alloc(large), { contentType });
    const { body } = await open();
    const broken = new Promise((resolve) => body.once('error', resolve));
    const started = Date.now();
    await owner.close();
    expect(Date.now() - started).toBeLessThan(6_000);
    body.resume();
    expect(await broken).toMatchObject({ code: 'ECONNRESET' });
  }, 15_000);
});

describe('an owner that does not answer', () => {
  let silent: Server;
  afterEach(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it('is unavailable within 5 s', async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const started = Date.now();
    await expect(open({ url })).rejects.toMatchObject({ code: 'unavailable' });
    expect(Date.now() - started).toBeLessThan(5_000);
  }, 10_000);
});
