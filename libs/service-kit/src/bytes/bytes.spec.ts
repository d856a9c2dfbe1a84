import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ByteOwner, startByteOwner } from '../testing/byte-owner.js';
import { waitFor } from '../testing/wait-for.js';
import { openBytes, requestBytes, sendBytes } from './bytes-client.js';
import { type BytesAct, grantHeader, signGrant } from './bytes-grant.js';

const secret = 'a secret that is only good enough for tests';
const name = 'exports/a.csv';
const act: BytesAct = { service: 'leads', method: 'GET', name };
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

async function ask(grant: string | undefined, path = `/bytes/${name}`, method = 'GET') {
  const headers: Record<string, string> = grant === undefined ? {} : { [grantHeader]: grant };
  const response = await fetch(owner.url + path, { method, headers });
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

describe('downloading an object', () => {
  it('streams a 300 KB object without truncation, with its type and size', async () => {
    const bytes = randomBytes(300_000);
    await owner.store.put(name, bytes, { contentType });
    const opened = await open();
    expect(opened).toMatchObject({ size: 300_000, contentType });
    expect(await buffer(opened.body)).toEqual(bytes);
  });

  it('streams an empty object', async () => {
    await owner.store.put(name, Buffer.alloc(0), { contentType });
    expect(await buffer((await open()).body)).toHaveLength(0);
  });

  const [expires, signed] = signGrant(act, secret).split('.') as [string, string];
  it.each<[string, string | undefined]>([
    ['no grant', undefined],
    ['an empty grant', ''],
    ['a text that is not a grant', 'let me in'],
    ['a grant for another object', signGrant({ ...act, name: 'exports/b.csv' }, secret)],
    ['a grant for another service', signGrant({ ...act, service: 'media' }, secret)],
    ['a grant for another method', signGrant({ ...act, method: 'PUT' }, secret)],
    ['a grant signed with another secret', signGrant(act, `${secret}!`)],
    ['an expired grant', signGrant(act, secret, Date.now() - 60_001)],
    ['a grant with a changed expiry', `${Number(expires) + 1}.${signed}`],
    ['a grant with a changed signature', `${expires}.${signed[0] === 'A' ? 'B' : 'A'}${signed.slice(1)}`],
    ['a truncated grant', `${expires}.${signed.slice(1)}`],
  ])('responds 403 to %s', async (_, grant) => {
    await owner.store.put(name, Buffer.from('x'), { contentType });
    expect(await ask(grant)).toEqual({ status: 403, code: 'not_allowed' });
    // The response does not reveal whether the object exists.
    expect(await ask(grant, '/bytes/exports/absent.csv')).toEqual({ status: 403, code: 'not_allowed' });
    expect(owner.read).toHaveLength(0);
  });

  it('responds 404 for an object that does not exist', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['../etc/passwd', '.uploads/x', 'a//b', 'a\0b'])('refuses the object name %j', async (bad) => {
    const answer = await ask(signGrant({ ...act, name: bad }, secret), `/bytes/${encodeURIComponent(bad)}`);
    expect(answer).toEqual({ status: 400, code: 'validation_failed' });
  });

  it.each(['/bytes/%', '/bytes/%c3%28'])('responds 404 to the malformed path %s', async (path) => {
    expect(await ask(signGrant(act, secret), path)).toEqual({ status: 404, code: 'not_found' });
  });

  it('responds 405 to other methods', async () => {
    await owner.store.put(name, Buffer.from('x'), { contentType });
    expect(await ask(signGrant(act, secret), undefined, 'DELETE')).toEqual({ status: 405, code: 'method_not_allowed' });
  });

  it('reads no faster than the client, and stops when the client disconnects', async () => {
    await owner.store.put(name, Buffer.alloc(large), { contentType });
    const leaving = new AbortController();
    const { body } = await open({ signal: leaving.signal });
    body.on('error', () => undefined);
    body.once('data', () => body.pause());
    await waitFor('something has been read', async () => (owner.read[0]?.bytesRead ?? 0) > 0);
    const file = owner.read[0]!;
    // Wait until the number stops growing.
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
});

describe('a transfer with an owning service that does not respond', () => {
  let silent: Server;
  afterEach(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it('fails an upload with unavailable, without sending its body', async () => {
    let came = 0;
    silent = createServer(() => undefined).on('checkContinue', (request) =>
      request.on('data', ({ length }: Buffer) => {
        came += length;
      }),
    );
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const body = Readable.from([Buffer.from('x')]);
    const sending = sendBytes({
      service: 'leads',
      url,
      secret,
      name,
      requestId: 't',
      signal: never,
      body,
      headers: {},
    });
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
    expect(came).toBe(0);
  });
});

describe('an object with an entity tag', () => {
  const bytes = randomBytes(1_000);
  const kept = { etag: '"a"', 'cache-control': 'public, max-age=60', 'accept-ranges': 'bytes' };
  let tagged: ByteOwner;
  const askFor = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    requestBytes({
      ...{ service: 'media', url: tagged.url, secret, name: 'a.png', requestId: 'test', signal: never },
      ...{ method, headers, query: 'w=320' },
    });
  beforeAll(async () => {
    tagged = await startByteOwner('media', secret, {
      find: async (name, query) => ({
        ...{ object: `${name}/${query.get('w')}`, size: bytes.length, contentType: 'image/png' },
        ...{ etag: kept.etag, cacheControl: kept['cache-control'] },
      }),
    });
    await tagged.store.put('a.png/320', bytes, { contentType: 'image/png' });
  });
  afterAll(() => tagged.stop());

  it('is sent whole', async () => {
    const answer = await askFor({});
    expect([answer.statusCode, answer.headers]).toMatchObject([200, { ...kept, 'content-length': '1000' }]);
    expect(await buffer(answer)).toEqual(bytes);
  });

  it('is sent in ranges', async () => {
    const answer = await askFor({ range: 'bytes=10-19', 'if-range': '"a"' });
    const headers = { ...kept, 'content-length': '10', 'content-range': 'bytes 10-19/1000' };
    expect([answer.statusCode, answer.headers]).toMatchObject([206, headers]);
    expect(await buffer(answer)).toEqual(bytes.subarray(10, 20));
  });

  it.each([
    ['of another ETag', { range: 'bytes=0-9', 'if-range': '"b"' }],
    ['of a weak ETag', { range: 'bytes=0-9', 'if-range': 'W/"a"' }],
    ['of several parts', { range: 'bytes=0-9,20-29' }],
  ])('is sent whole for the range %s', async (_, headers) => {
    const answer = await askFor(headers);
    expect(answer.statusCode).toBe(200);
    expect(await buffer(answer)).toHaveLength(1_000);
  });

  it('responds 416 to a range beyond its end', async () => {
    const answer = await askFor({ range: 'bytes=1000-' });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */1000']);
    expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it('responds 304 to a client that has the current version', async () => {
    const read = tagged.read.length;
    const answer = await askFor({ 'if-none-match': '"b", W/"a"', range: 'bytes=0-9' });
    expect([answer.statusCode, answer.headers]).toMatchObject([
      304,
      { etag: '"a"', 'cache-control': 'public, max-age=60' },
    ]);
    expect(await buffer(answer)).toHaveLength(0);
    expect(tagged.read).toHaveLength(read);
  });

  it('responds to HEAD without reading the object', async () => {
    const read = tagged.read.length;
    const answer = await askFor({}, 'HEAD');
    expect([answer.statusCode, answer.headers]).toMatchObject([200, { ...kept, 'content-length': '1000' }]);
    expect(await buffer(answer)).toHaveLength(0);
    expect(tagged.read).toHaveLength(read);
  });
});

describe('uploading an object', () => {
  let taker: ByteOwner;
  let take: NonNullable<Parameters<typeof startByteOwner>[2]>['receive'];
  const send = (body: Readable, more: { url?: string; signal?: AbortSignal; headers?: Record<string, string> } = {}) =>
    sendBytes({
      ...{ service: 'media', url: taker.url, secret, name: 'a', requestId: 'test', signal: never, body },
      ...{ headers: { 'content-type': 'text/plain' }, ...more },
    });
  beforeAll(async () => {
    taker = await startByteOwner('media', secret, { receive: async (...call) => take!(...call) });
  });
  afterAll(() => taker.stop());

  it('transfers all bytes with name and type, and returns the response', async () => {
    const bytes = randomBytes(300_000);
    take = async (name, request) => {
      const came = await buffer(request);
      return { name, type: request.headers['content-type'], same: came.equals(bytes) };
    };
    expect(await send(Readable.from([bytes]))).toEqual({ name: 'a', type: 'text/plain', same: true });
  });

  it('may be refused before its end, and the sender receives the reason', async () => {
    take = async (_, request) => {
      await once(request, 'data');
      throw new ProblemError('body_too_large', { detail: 'Too much', errors: [{ path: 'file', message: 'Too much' }] });
    };
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const refusal = { code: 'body_too_large', detail: 'Too much', errors: [{ path: 'file', message: 'Too much' }] };
    await expect(send(endless)).rejects.toMatchObject(refusal);
    // The rest of the body is not read.
    expect(endless.listenerCount('data')).toBe(0);
    endless.destroy();
  });

  it('is aborted at the receiver when the sender disconnects', async () => {
    let ended: Promise<unknown> | undefined;
    take = (_, request, gone) => {
      const broken = buffer(request);
      ended = Promise.allSettled([broken, once(gone, 'abort')]);
      return broken;
    };
    const leaving = new AbortController();
    const body = new Readable({ read: () => undefined });
    body.push('half of');
    const sending = send(body, { signal: leaving.signal });
    await waitFor('it has begun', async () => ended !== undefined);
    leaving.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
    expect(await ended).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
  });

  it('requires a grant for PUT; one for GET is refused', async () => {
    let taken = false;
    take = async () => {
      taken = true;
    };
    const grant = signGrant({ service: 'media', method: 'GET', name: 'a' }, secret);
    const answer = await fetch(`${taker.url}/bytes/a`, { method: 'PUT', headers: { [grantHeader]: grant }, body: 'x' });
    expect([answer.status, taken]).toEqual([403, false]);
  });

  it('is refused with 405 by a service that receives no uploads', async () => {
    const grant = signGrant({ service: 'leads', method: 'PUT', name }, secret);
    expect(await ask(grant, undefined, 'PUT')).toEqual({ status: 405, code: 'method_not_allowed' });
  });
});
