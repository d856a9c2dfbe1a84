import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { imageUploadPath } from '@docfolio/contracts/entities/image';
import { drainRefusedBody } from '@docfolio/edge/refused-body';
import { send, startUpstream, WebFixture } from '../test/web-fixture.js';

const refusal = JSON.stringify({ code: 'unsupported_media_type' });
const respond: RequestListener = (_request, response) => void response.writeHead(415).end(refusal);

describe('malformed content types', () => {
  let received = 0;
  let gateway: Awaited<ReturnType<typeof startUpstream>>;
  let web: WebFixture;
  beforeAll(async () => {
    gateway = await startUpstream((incoming, response) => {
      received += 1;
      incoming.resume().once('end', () => respond(incoming, response));
    });
    web = await WebFixture.start({ GATEWAY_URL: gateway.url });
  });
  beforeEach(() => {
    received = 0;
  });
  afterAll(async () => {
    await web.stop();
    await gateway.stop();
  });

  it.each(['text/plain; application/json', 'text/plain; a=b c', 'text', ';', 'a/b/c', 'text/plain; a="b'])(
    'responds with 415 to Content-Type %s without a request to the gateway',
    async (type) => {
      for (const path of ['/api/v1/leads', '/api/v1/admin/images', '/api/v1/newsletter/one-click/a']) {
        const answer = await send(web.url, path, { 'content-type': type }, 'POST', '{}');
        expect([answer.status, JSON.parse(answer.text).code]).toEqual([415, 'unsupported_media_type']);
      }
      const page = await send(web.url, '/contact', { 'content-type': type }, 'POST', '{}');
      expect(page.status).toBe(415);
      expect(received).toBe(0);
      expect(web.log.filter(({ err }) => err)).toEqual([]);
    },
  );

  it.each(['application/json;charset=utf-8', 'application/json ; charset="utf-8";', 'multipart/form-data; boundary=x'])(
    'forwards Content-Type %s',
    async (type) => {
      await send(web.url, '/api/v1/leads', { 'content-type': type }, 'POST', '{}');
      expect(received).toBe(1);
    },
  );

  it('forwards 3 MB of text/plain, which the gateway refuses', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024);
    const answer = await send(web.url, '/api/v1/leads', { 'content-type': 'text/plain' }, 'POST', body);
    expect(answer).toMatchObject({ status: 415, text: refusal });
    expect((await send(web.url, '/contact', { 'content-type': 'text/plain' }, 'POST', body)).status).toBe(415);
  });
});

describe('a form of 300 KB that is refused', () => {
  const form = 'a='.padEnd(300 * 1024, 'x');
  const piece = form.length / 5;

  it.each([
    ['application/x-www-form-urlencoded', '/api/v1/leads', 415],
    ['text/plain; application/json', '/api/v1/leads', 415],
    ['application/x-www-form-urlencoded', '/contact', 413],
    ['text/plain; application/json', '/contact', 415],
    ['application/x-www-form-urlencoded', '/about', 405],
  ])('is read to its end, so that no connection is reset: %s to %s', async (type, path, status) => {
    const gateway = await startUpstream(
      (incoming, response) => void drainRefusedBody(incoming).then(() => respond(incoming, response)),
    );
    const web = await WebFixture.start({ GATEWAY_URL: gateway.url });
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\n\r\n`;
    const post = async () => {
      // Keeps sending after the web process closed its side, as most clients do.
      const socket = connect({ port: Number(new URL(web.url).port), host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      const closed = once(socket, 'close');
      socket.write(head);
      for (let at = 0; at < form.length && !socket.destroyed; at += piece) {
        socket.write(form.slice(at, at + piece));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // Node's server ends a connection without a response if the client ends its side first.
      while (text === '' && !socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 5));
      socket.end('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      await closed;
      return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
    };
    try {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => post().catch((error) => error.code)));
      expect(new Set(outcomes)).toEqual(new Set([status]));
    } finally {
      await web.stop();
      await gateway.stop();
    }
  });
});

describe('slow clients', () => {
  const slowClients = { headers: 400, body: 600, upload: 1_800, interval: 100 };
  let gateway: Awaited<ReturnType<typeof startUpstream>>;
  let web: WebFixture;
  beforeAll(async () => {
    gateway = await startUpstream((incoming, response) => {
      if (incoming.url!.endsWith('/live')) return void response.writeHead(200).write(':\n\n');
      incoming.resume().once('end', () => response.end('{}'));
    });
    web = await WebFixture.start({ GATEWAY_URL: gateway.url }, { slowClients });
  });
  afterAll(async () => {
    await web.stop();
    await gateway.stop();
  });

  /** Returns the ms until the web process closes a connection that sends only `head`, and the status. */
  const closedAfter = async (head: string) => {
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const began = performance.now();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(head);
    await once(socket, 'close');
    return { ms: performance.now() - began, status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] };
  };
  const unfinished = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;

  it('are cut off while they send headers and bodies, uploads later than others', async () => {
    const [nothing, head, body, page, upload] = await Promise.all([
      closedAfter(''),
      closedAfter('POST /api/v1/leads HTTP/1.1\r\nHost: a\r\n'),
      closedAfter(unfinished('/api/v1/leads')),
      closedAfter(unfinished('/contact')),
      closedAfter(unfinished(`/api/v1${imageUploadPath}`)),
    ]);
    expect(head).toMatchObject({ status: '408' });
    expect(body).toMatchObject({ status: '408' });
    for (const { ms } of [nothing, head, body]) expect(ms).toBeLessThan(upload.ms);
    expect(page.ms).toBeLessThan(20_000);
    expect(upload).toMatchObject({ status: '408' });
    expect(upload.ms).toBeGreaterThan(1_700);
  });

  it('are not cut off while they read a response', async () => {
    const live = await fetch(`${web.url}/api/v1/admin/live`);
    const reader = live.body!.getReader();
    await reader.read();
    const pending = reader.read();
    const ended = await Promise.race([
      pending.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 2 * slowClients.body, false)),
    ]);
    expect(ended).toBe(false);
    await reader.cancel();
  });
});
