import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { Binary, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { startAndEnd, startServer, type TestServer } from './server';

const user = 'doc=folio,app';
const password = 'a password: of 30 characters ~';
const auth = { AUTH_USER: user, AUTH_PASSWORD: password, LOG_LEVEL: 'warn' };

let server: TestServer;
const clients: MongoClient[] = [];

function clientOf(options: MongoClientOptions = {}): MongoClient {
  const client = new MongoClient(server.uri, { serverSelectionTimeoutMS: 20_000, authSource: 'admin', ...options });
  clients.push(client);
  return client;
}
const anonymous = () => clientOf({ authSource: undefined, maxPoolSize: 1 });
const withPassword = (given: string, options: MongoClientOptions = {}) =>
  clientOf({ auth: { username: user, password: given }, ...options });

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not refused',
    (error: { code?: unknown }) => error.code ?? String(error),
  );

beforeAll(async () => {
  server = await startServer(undefined, 0, auth);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => server.stop());

/** Runs the steps of a SCRAM exchange over the only connection of a client. @param change alters the client's proof */
async function exchange(client: MongoClient, options: Document, change = (proof: Buffer) => proof) {
  const run = (command: Document) => client.db('admin').command(command);
  const bare = `n=doc=3Dfolio=2Capp,r=client+nonce`;
  const message = (text: string) => new Binary(Buffer.from(text));
  const text = (reply: Document) => Buffer.from((reply.payload as Binary).buffer).toString('utf8');
  const first = await run({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: message(`n,,${bare}`), options });
  const [, nonce, salt = '', iterations] = /^r=(.*),s=(.*),i=(\d+)$/.exec(text(first)) ?? [];
  expect([nonce?.startsWith('client+nonce'), Number(iterations)]).toEqual([true, 15_000]);
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest();
  const withoutProof = `c=biws,r=${nonce}`;
  const signature = createHmac('sha256', storedKey)
    .update(`${bare},${text(first)},${withoutProof}`)
    .digest();
  const proof = change(Buffer.from(clientKey.map((byte, index) => byte ^ signature[index]!)));
  const final = message(`${withoutProof},p=${proof.toString('base64')}`);
  const { conversationId } = first;
  return { run, conversationId, reply: await run({ saslContinue: 1, conversationId, payload: final }) };
}

test('the driver authenticates several clients with several connections each', async () => {
  const made = [1, 2, 3].map(() => withPassword(password, { minPoolSize: 4 }));
  await Promise.all(
    made.flatMap((client, n) =>
      Array.from({ length: 8 }, (_, m) => client.db('x').collection('y').insertOne({ n, m })),
    ),
  );
  expect(await made[0]!.db('x').collection('y').countDocuments()).toBe(24);
});

test('hello returns the first SCRAM step and the mechanisms, but not for another user or database', async () => {
  const speculativeAuthenticate = {
    saslStart: 1,
    mechanism: 'SCRAM-SHA-256',
    payload: new Binary(Buffer.from('n,,n=doc=3Dfolio=2Capp,r=nonce')),
    db: 'admin',
  };
  const saslSupportedMechs = `admin.${user}`;
  const client = anonymous();
  const hello = (more: Document) => client.db('admin').command({ hello: 1, ...more });
  const reply = await hello({ speculativeAuthenticate, saslSupportedMechs });
  expect(reply).toMatchObject({ saslSupportedMechs: ['SCRAM-SHA-256'], speculativeAuthenticate: { done: false } });
  const others = await hello({
    speculativeAuthenticate: { ...speculativeAuthenticate, db: 'x' },
    saslSupportedMechs: 'admin.other',
  });
  expect(others).not.toHaveProperty('speculativeAuthenticate');
  expect(others).not.toHaveProperty('saslSupportedMechs');
});

test.each([
  ['a wrong password', { auth: { username: user, password: `${password}x` } }],
  ['an unknown user', { auth: { username: 'other', password } }],
  ['another database', { auth: { username: user, password }, authSource: 'x' }],
])('a client with %s is refused with AuthenticationFailed', async (_, options) => {
  const client = clientOf(options);
  expect(await codeOf(client.db('x').command({ ping: 1 }))).toBe(18);
  expect(await codeOf(client.db('x').collection('y').findOne())).toBe(18);
});

test('another authentication mechanism is refused', async () => {
  expect(await codeOf(withPassword(password, { authMechanism: 'SCRAM-SHA-1' }).db('x').command({ ping: 1 }))).toBe(334);
});

test.each<Document>([
  { find: 'y' },
  { insert: 'y', documents: [{ a: 1 }] },
  { update: 'y', updates: [{ q: {}, u: { $set: { a: 1 } } }] },
  { delete: 'y', deletes: [{ q: {}, limit: 0 }] },
  { findAndModify: 'y', query: {}, remove: true },
  { aggregate: 'y', pipeline: [], cursor: {} },
  { count: 'y' },
  { distinct: 'y', key: 'a' },
  { explain: { find: 'y' } },
  { getMore: 1, collection: 'y' },
  { killCursors: 'y', cursors: [] },
  { listCollections: 1 },
  { listIndexes: 'y' },
  { listDatabases: 1 },
  { create: 'z' },
  { createIndexes: 'y', indexes: [{ key: { a: 1 }, name: 'a' }] },
  { dropIndexes: 'y', index: '*' },
  { drop: 'y' },
  { dropDatabase: 1 },
  { renameCollection: 'x.y', to: 'x.z' },
  { serverStatus: 1 },
  { dbStats: 1 },
  { buildInfo: 1 },
  { endSessions: [] },
])('%j is refused without credentials', async (command) => {
  const refused = anonymous().db('admin').command(command);
  await expect(refused).rejects.toMatchObject({
    code: 13,
    codeName: 'Unauthorized',
    message: `Command ${Object.keys(command)[0]} requires authentication`,
  });
});

test('a SCRAM exchange that ends with an empty message allows commands only after it', async () => {
  const client = anonymous();
  const { run, conversationId, reply } = await exchange(client, {});
  expect(reply).toMatchObject({ done: false });
  expect(await codeOf(run({ listDatabases: 1 }))).toBe(13);
  expect(await run({ saslContinue: 1, conversationId, payload: new Binary() })).toMatchObject({ done: true });
  expect(await run({ listDatabases: 1 })).toMatchObject({ ok: 1 });
});

test('a wrong SCRAM proof ends the exchange, and further commands on the connection are refused', async () => {
  const client = anonymous();
  const wrong = (proof: Buffer) => {
    proof[0]! ^= 1;
    return proof;
  };
  expect(await codeOf(exchange(client, { skipEmptyExchange: true }, wrong))).toBe(18);
  const continued = client.db('admin').command({ saslContinue: 1, conversationId: 1, payload: new Binary() });
  expect(await codeOf(continued)).toBe(18);
  expect(await codeOf(client.db('admin').command({ listDatabases: 1 }))).toBe(13);
  expect(await codeOf(exchange(client, { skipEmptyExchange: true }, () => Buffer.alloc(3)))).toBe(18);
  expect((await exchange(client, { skipEmptyExchange: true })).reply).toMatchObject({ done: true });
});

test('a message of 20 KB is refused before authentication and accepted after it', async () => {
  const large = anonymous()
    .db('admin')
    .command({ ping: 1, comment: 'x'.repeat(20_000) });
  expect(await codeOf(large)).toMatch(/MongoNetworkError/);
  const reply = withPassword(password)
    .db('admin')
    .command({ ping: 1, comment: 'x'.repeat(20_000) });
  expect(await reply).toMatchObject({ ok: 1 });
});

test('failed authentication is logged without user and password', async () => {
  await codeOf(withPassword('the-wrong-password').db('x').command({ ping: 1 }));
  expect(server.log()).toContain('authentication failed');
  expect(server.log()).not.toMatch(/doc=folio|a password|the-wrong-password/);
});

test('data written without credentials is available after a restart with credentials', async () => {
  const open = await startServer();
  const writer = await MongoClient.connect(open.uri);
  await writer.db('x').collection('y').insertOne({ a: 1 });
  await writer.close();
  await open.end('SIGTERM');
  const closed = await startServer(open.folder, 0, auth);
  const reader = new MongoClient(closed.uri, { auth: { username: user, password }, authSource: 'admin' });
  expect(await reader.db('x').collection('y').countDocuments({ a: 1 })).toBe(1);
  await reader.close();
  await closed.stop();
});

test.each([
  ['a user without a password', { AUTH_USER: 'x' }, 'AUTH_USER and AUTH_PASSWORD'],
  ['a password without a user', { AUTH_PASSWORD: 'x' }, 'AUTH_USER and AUTH_PASSWORD'],
  ['a password with non-ASCII characters', { AUTH_USER: 'x', AUTH_PASSWORD: 'pässword' }, 'AUTH_PASSWORD'],
])('the server exits with code 1 for %s', async (_, env, name) => {
  const { code, errors } = await startAndEnd({ DATA_DIR: server.folder, ...env } as Record<string, string>);
  expect(code).toBe(1);
  expect(errors).toContain(name);
});
