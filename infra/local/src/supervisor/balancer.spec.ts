import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Balancer } from './balancer.js';
import { freePort } from './ports.js';

const opened: { close(): unknown }[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Returns all text that a socket receives. Iterating over the socket would also close its other direction. */
function text(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    socket.once('end', () => resolve(received)).once('error', reject);
  });
}

/** Returns a promise and its `resolve` function, as Promise.withResolvers does from Node 22 on. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((given) => (resolve = given));
  return { promise, resolve };
}

interface Replica {
  port: number;
  ready: boolean;
  server: Server;
  isReady(): boolean;
}

async function replica(serve: (socket: Socket) => void): Promise<Replica> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const made: Replica = {
    port: (server.address() as AddressInfo).port,
    ready: true,
    server,
    isReady: () => made.ready,
  };
  return made;
}

async function balance(...replicas: Replica[]): Promise<number> {
  const balancer = new Balancer(replicas);
  const port = await freePort();
  await balancer.listen(port);
  opened.push(balancer);
  return port;
}

const named = (name: string) => replica((socket) => socket.end(name));

function dial(port: number, from?: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  sockets.push(socket);
  return socket;
}

const responseOf = (port: number) => text(dial(port));

async function responses(port: number, count: number): Promise<string[]> {
  const all: string[] = [];
  for (let index = 0; index < count; index++) all.push(await responseOf(port));
  return all;
}

async function refusing(): Promise<Replica> {
  const gone = await named('gone');
  gone.server.close();
  await once(gone.server, 'close');
  return gone;
}

it('distributes connections round robin', async () => {
  const port = await balance(await named('a'), await named('b'), await named('c'));
  expect(await responses(port, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

it('skips a replica while it is not ready', async () => {
  const [a, b] = [await named('a'), await named('b')];
  const port = await balance(a, b);
  a.ready = false;
  expect(await responses(port, 3)).toEqual(['b', 'b', 'b']);
  a.ready = true;
  expect((await responses(port, 4)).sort()).toEqual(['a', 'a', 'b', 'b']);
});

it('tries the next replica when a ready one refuses the connection', async () => {
  const port = await balance(await refusing(), await named('b'));
  expect(await responses(port, 4)).toEqual(['b', 'b', 'b', 'b']);
});

it('uses a replica that is not ready if there is no other', async () => {
  const waiting = await named('waiting');
  waiting.ready = false;
  expect(await responses(await balance(await refusing(), waiting), 2)).toEqual(['waiting', 'waiting']);
});

it('resets a connection that no replica accepts', async () => {
  const port = await balance(await refusing(), await refusing());
  await expect(responseOf(port)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it("connects from the client's own loopback address", async () => {
  const port = await balance(await replica((socket) => socket.end(String(socket.remoteAddress))));
  expect(await text(dial(port, '127.0.3.7'))).toBe('127.0.3.7');
  expect(await text(dial(port))).toBe('127.0.0.1');
});

it('carries 40 MB in both directions unchanged', async () => {
  const bytes = randomBytes(40_000_000);
  const port = await balance(await replica((socket) => socket.pipe(socket)));
  const client = dial(port);
  client.end(bytes);
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of client) {
    hash.update(chunk as Buffer);
    received += (chunk as Buffer).length;
  }
  expect(received).toBe(bytes.length);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('forwards the end of a request before the response', async () => {
  const port = await balance(
    await replica((socket) => void text(socket).then((request) => socket.end(`after the end of ${request}`))),
  );
  const client = dial(port);
  client.end('the request');
  expect(await text(client)).toBe('after the end of the request');
});

it('forwards the end of a response while the client still sends', async () => {
  const received = deferred<string>();
  const port = await balance(
    await replica((socket) => {
      socket.end('early');
      void text(socket).then(received.resolve);
    }),
  );
  const client = dial(port);
  expect(await text(client)).toBe('early');
  client.end('late');
  expect(await received.promise).toBe('late');
});

it('resets the client when a replica dies in the middle of a response', async () => {
  const port = await balance(await replica((socket) => socket.write('half of', () => socket.resetAndDestroy())));
  await expect(responseOf(port)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('closes the connection to the replica when the client disconnects', async () => {
  const closed = deferred<void>();
  const port = await balance(
    await replica((socket) => {
      socket.write('hello');
      socket.resume().once('close', () => closed.resolve());
    }),
  );
  const client = dial(port);
  await once(client, 'data');
  client.resetAndDestroy();
  await closed.promise;
});

it('reads no more from a replica than a slow client takes', async () => {
  let sent = 0;
  const piece = Buffer.alloc(1_000_000);
  const full = deferred<void>();
  const port = await balance(
    await replica((socket) => {
      const send = (): void => {
        if (sent >= 200 * piece.length) return;
        sent += piece.length;
        if (socket.write(piece)) setImmediate(send);
        else {
          const timer = setTimeout(() => full.resolve(), 500);
          socket.once('drain', () => {
            clearTimeout(timer);
            send();
          });
        }
      };
      send();
    }),
  );
  const client = dial(port).pause();
  await full.promise;
  // Only what the kernel buffers on four sockets, instead of all 200 MB.
  expect(sent).toBeLessThan(50 * piece.length);
  client.destroy();
});

it('lets connections finish after it stops listening, and resets the rest when it closes', async () => {
  const balancer = new Balancer([await replica((socket) => socket.on('data', (data) => socket.write(data)))]);
  const port = await freePort();
  await balancer.listen(port);
  const client = dial(port);
  client.write('one');
  expect(String((await once(client, 'data'))[0])).toBe('one');
  balancer.stopListening();
  client.write('two');
  expect(String((await once(client, 'data'))[0])).toBe('two');
  await expect(responseOf(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  balancer.close();
  await expect(once(client, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' });
});
