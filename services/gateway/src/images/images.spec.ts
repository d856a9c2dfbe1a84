import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type Image,
  imageSizeLimit,
  imageTooLarge,
  imageUploadPath,
  notAnImage,
} from '@docfolio/contracts/entities/image';
import type { BytesOptions } from '@docfolio/service-kit/bytes/bytes-routes';
import { type ByteOwner, startByteOwner } from '@docfolio/service-kit/testing/byte-owner';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { bytesSecret, startWorld, type World } from '../testing/world.js';

const name = '1700000000000-abcdefgh12345.webp';
const bytes = randomBytes(300_000);
const kept = { etag: '"e"', 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'bytes' };
const made: Image = {
  ...{
    id: randomUUID(),
    name,
    url: `/images/${name}`,
    width: 60,
    height: 40,
    size: 1_000,
    animated: false,
    animation_lost: false,
  },
  ...{ placeholder: 'data:image/webp;base64,AAAA', content_type: 'image/webp', created_at: new Date().toISOString() },
};

let owner: ByteOwner;
let receive: NonNullable<BytesOptions['receive']>;
let world: World;
let token: string;
/** Whether the media service cannot find images, as without its database or object store. */
let isStoreDown = false;
/** Requests received by the media service, in order. */
const asked: string[] = [];

beforeAll(async () => {
  owner = await startByteOwner('media', bytesSecret, {
    find: async (object, query) => {
      asked.push(`${object}?${query}`);
      if (isStoreDown) throw new ProblemError('unavailable');
      if (object !== name) throw new ProblemError('not_found');
      return {
        ...{ object, size: bytes.length, contentType: 'image/webp' },
        ...{ etag: kept.etag, cacheControl: kept['cache-control'] },
      };
    },
    receive: (...call) => receive(...call),
  });
  await owner.store.put(name, bytes, { contentType: 'image/webp' });
  world = await startWorld({ env: { MEDIA_URL: owner.url } });
  token = (await world.signIn(await world.makeUser('admin'))).access_token;
});
afterAll(async () => {
  await world.stop();
  await owner.stop();
});
beforeEach(() => {
  asked.length = 0;
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: world.port, path: `/api/v1/images/${path}`, headers, method });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

describe('an image', () => {
  it('is public, cacheable forever and cannot be interpreted as anything but a picture', async () => {
    const response = await get(name);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      ...kept,
      ...{ 'content-type': 'image/webp', 'content-length': '300000', 'x-content-type-options': 'nosniff' },
      ...{ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
      ...{ 'cross-origin-resource-policy': 'cross-origin', 'x-request-id': expect.any(String) },
    });
    expect((await buffer(response)).equals(bytes)).toBe(true);
    expect(asked).toEqual([`${name}?`]);
  });

  it('can be requested in a width', async () => {
    expect((await get(`${name}?w=640`)).resume().statusCode).toBe(200);
    expect(asked).toEqual([`${name}?w=640`]);
  });

  it.each(['w=641', 'w=', 'w=640.0', 'w=640&w=960', 'w[$ne]=1', 'h=640'])('is refused with ?%s', async (query) => {
    const answer = await world.api('GET', `/images/${name}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(asked).toEqual([]);
  });

  it('can be requested in ranges', async () => {
    const response = await get(name, { range: 'bytes=100-299', 'if-range': '"e"' });
    expect(response.statusCode).toBe(206);
    expect(response.headers).toMatchObject({
      ...kept,
      'content-range': 'bytes 100-299/300000',
      'content-length': '200',
    });
    expect((await buffer(response)).equals(bytes.subarray(100, 300))).toBe(true);
  });

  it('responds 416 to a range beyond its end', async () => {
    const answer = await world.api('GET', `/images/${name}`, { headers: { range: 'bytes=300000-' } });
    expect(answer).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes */300000', 'cache-control': 'no-store' });
  });

  it('responds 304 to a client that has the current version', async () => {
    const answer = await world.api('GET', `/images/${name}`, { headers: { 'if-none-match': '"e"' } });
    expect(answer).toMatchObject({
      status: 304,
      text: '',
      headers: { etag: '"e"', 'cache-control': kept['cache-control'] },
    });
    expect(answer.headers['content-type']).toBeUndefined();
  });

  it('responds to HEAD without a body', async () => {
    const response = await get(name, {}, 'HEAD');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ ...kept, 'content-type': 'image/webp', 'content-length': '300000' });
    expect(await buffer(response)).toHaveLength(0);
  });

  it.each([
    '1700000000000-abcdefgh12346.webp',
    'x.png',
    '..%2f..%2fx',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    `${name}%00`,
    `${name}%2fx`,
    'a'.repeat(400),
    '%c3%28',
  ])('is not found under the name %s', async (other) => {
    const answer = await world.api('GET', `/images/${other}`);
    expect(answer).toMatchObject({ status: 404, body: { code: expect.stringMatching(/^not_found$|^no_such_route$/) } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(asked.filter((each) => !each.startsWith('1700000000000-abcdefgh12346'))).toEqual([]);
  });

  it('responds 405 with its methods', async () => {
    expect(await world.api('DELETE', `/images/${name}`)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
    expect(await world.api('PUT', imageUploadPath, { token })).toMatchObject({
      ...{ status: 405, headers: { allow: 'GET, HEAD, POST, OPTIONS' } },
    });
  });
});

interface Upload {
  type?: string;
  length?: number;
  token?: string | undefined;
  key?: string;
}

/** Starts an upload whose body the test writes. */
function begin({ type = 'multipart/form-data; boundary=b', length, ...more }: Upload = {}) {
  const bearer = 'token' in more ? more.token : token;
  const sent = request({
    ...{ host: '127.0.0.1', port: world.port, path: `/api/v1${imageUploadPath}`, method: 'POST', agent: false },
    headers: {
      'content-type': type,
      // As browsers: a server that closes while a client sends may end the connection before its response is read.
      connection: 'keep-alive',
      ...(length !== undefined && { 'content-length': String(length) }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(more.key && { 'idempotency-key': more.key }),
    },
  });
  const answer = once(sent, 'response').then(async ([response]) => {
    const { statusCode, headers } = response as IncomingMessage;
    const body = JSON.parse((await buffer(response)).toString()) as Record<string, unknown>;
    sent.destroy();
    return { status: statusCode, headers, body };
  });
  answer.catch(() => undefined);
  return { sent, answer };
}

describe('an upload', () => {
  it('is forwarded as it arrives and returns the image', async () => {
    const arrived: Buffer[] = [];
    receive = async (_, incoming) => {
      for await (const chunk of incoming) arrived.push(chunk as Buffer);
      return { ...made, etag: 'of the inside', type: incoming.headers['content-type'] };
    };
    const { sent, answer } = begin();
    sent.write('the beginning');
    await waitFor('the beginning arrives', async () => Buffer.concat(arrived).toString() === 'the beginning');
    sent.end(' and the end');
    expect(await answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    expect((await answer).body).toEqual(made);
    expect(Buffer.concat(arrived).toString()).toBe('the beginning and the end');
  });

  it('is idempotent by Idempotency-Key', async () => {
    const ids: string[] = [];
    receive = async (id, incoming) => {
      ids.push(id);
      await buffer(incoming);
      return made;
    };
    const key = randomUUID();
    for (const each of [key, key, randomUUID(), undefined]) {
      const { sent, answer } = begin({ ...(each && { key: each }) });
      sent.end('x');
      expect((await answer).status).toBe(201);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['an anonymous caller', undefined, 401, 'not_signed_in'],
    ['a caller with a forged token', 'forged', 401, 'token_invalid'],
  ])('of %s is refused before anything reaches the media service', async (_, bearer, status, code) => {
    let reached = false;
    receive = async () => {
      reached = true;
    };
    const { sent, answer } = begin({ token: bearer, length: imageSizeLimit });
    sent.end(Buffer.alloc(imageSizeLimit));
    expect(await answer).toMatchObject({ status, body: { code } });
    expect(reached).toBe(false);
  });

  it('is refused for users who are not admins', async () => {
    const { access_token } = await world.signIn(await world.makeUser('user'));
    const { sent, answer } = begin({ token: access_token });
    sent.end('x');
    expect(await answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  });

  it('is not forwarded if Content-Length exceeds the limit', async () => {
    let reached = false;
    receive = async () => {
      reached = true;
    };
    const { sent, answer } = begin({ length: 6 * 1024 * 1024 });
    sent.end(Buffer.alloc(6 * 1024 * 1024));
    expect(await answer).toMatchObject({ status: 413, body: { code: 'body_too_large', detail: imageTooLarge } });
    expect(reached).toBe(false);
  });

  it.each([
    ['body_too_large', 413, imageTooLarge],
    ['validation_failed', 400, notAnImage],
    ['malformed_body', 400, 'Cut off'],
    ['idempotency_key_reused', 422, 'Another file'],
  ] as const)('gets the problem %s of the media service before its end', async (code, status, message) => {
    receive = async (_, incoming) => {
      await once(incoming, 'data');
      throw new ProblemError(code, { detail: message, errors: [{ path: 'file', message }] });
    };
    const { sent, answer } = begin();
    sent.end(Buffer.alloc(imageSizeLimit));
    expect(await answer).toMatchObject({
      ...{ status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } },
      body: { code, detail: message, errors: [{ path: 'file', message }] },
    });
  });

  it.each(['application/json', 'image/png', 'multipart/mixed; boundary=b'])('of type %s is refused', async (type) => {
    const { sent, answer } = begin({ type });
    sent.end('{}');
    const refusal = { code: 'unsupported_media_type', detail: 'Send the file as multipart/form-data.' };
    expect(await answer).toMatchObject({ status: 415, body: refusal });
  });

  it('is aborted at the media service when the sender disconnects', async () => {
    let outcome: Promise<unknown> | undefined;
    receive = (_, incoming) => {
      outcome = Promise.allSettled([buffer(incoming)]);
      return outcome;
    };
    const { sent } = begin({ length: 1_000 });
    sent.on('error', () => undefined).write('half of');
    await waitFor('it is on its way', async () => outcome !== undefined);
    sent.destroy();
    expect(await outcome).toMatchObject([{ status: 'rejected' }]);
  });

  it('is read no faster than the media service reads', async () => {
    let taken: IncomingMessage | undefined;
    receive = async (_, incoming) => {
      taken = incoming;
      await once(incoming, 'end');
      return made;
    };
    const { sent, answer } = begin();
    const length = 32 * 1024 * 1024;
    sent.write(Buffer.alloc(length));
    await waitFor('the owner has it', async () => taken !== undefined);
    // The unread rest fills the buffers on the way, and then the sender has to wait.
    let before = -1;
    await waitFor('it stands still', async () => {
      const still = sent.socket!.bytesWritten === before;
      before = sent.socket!.bytesWritten;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return still;
    });
    expect(sent.writableNeedDrain).toBe(true);
    taken!.resume();
    sent.end();
    expect((await answer).status).toBe(201);
  });
});

it('responds 503 with Retry-After to an upload and a read while the media service is down', async () => {
  await owner.close();
  const { sent, answer } = begin();
  sent.end('x');
  expect(await answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'unavailable' } });
  for (const method of ['GET', 'HEAD'])
    expect(await world.api(method, `/images/${name}`)).toMatchObject({
      status: 503,
      headers: { 'cache-control': 'no-store', 'retry-after': '1' },
    });
  await owner.listen();
});

it('responds 503 with Retry-After while the media service cannot reach its own store', async () => {
  receive = async () => {
    throw new ProblemError('unavailable');
  };
  const { sent, answer } = begin();
  sent.end('x');
  expect(await answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  isStoreDown = true;
  const read = await world.api('GET', `/images/${name}`);
  isStoreDown = false;
  expect(read).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } });
});
