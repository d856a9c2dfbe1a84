/**
 * Starts databases and four programs, to see tokens created, refused and replaced.
 * @subject infra/local/src/installation/remotes.ts infra/local/src/secrets.ts services/gateway/src/admin.ts
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiTokenEntity } from '@docfolio/contracts/entities/api-token';
import { OperatorError } from '@docfolio/process/operator-error';
import { readPrivateKey, readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { MongoClient } from 'mongodb';
import { withStoppedDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { ensureFirstAdmin } from '../first-run.js';
import type { Connection } from '../process-env.js';
import { adminTask } from '../processes.js';
import { remotesPublicKeys } from '../secrets.js';
import { writeRuntime } from '../supervisor/runtime-file.js';
import { findRoot } from '../workspace.js';
import { environmentOf } from './program-environment.js';
import { localEnvironment } from './remotes.js';

const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-remotes-'));
const config = readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: dataDir });
const tokenFile = join(dataDir, 'remotes-token.json');

let server: Server;
let url: string;
/** Status of the platform for a token. */
let statusFor: (token: string) => number = () => 200;

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    response.writeHead(statusFor(String(headers.authorization).replace('Bearer ', ''))).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs `work` while the data folder looks like that of a running platform with databases. */
const withPlatform = (work: (connection: Connection) => Promise<void>) =>
  withStoppedDatabases(config, 'remotes.spec', async (connection) => {
    const { mongodbUri, redisUrl } = connection;
    writeRuntime(dataDir, { pid: process.pid, url, connection: { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl } }, []);
    await work(connection);
  });

it('npm run docfolio -- remotes uses the address, the key and a token of the platform that runs on the data folder', async () => {
  await withPlatform(async (connection) => {
    // A token acts for the admin who created it.
    await expect(localEnvironment(config, {})).rejects.toThrow(OperatorError);

    await ensureFirstAdmin(config, await environmentOf(adminTask, config, connection));
    const { DOCFOLIO_URL, DOCFOLIO_TOKEN, REMOTES_PRIVATE_KEY } = await localEnvironment(config, {});
    expect(DOCFOLIO_URL).toBe(url);
    expect(DOCFOLIO_TOKEN).toMatch(/^docfolio_[\w-]{43}$/);
    expect(readPrivateKey(REMOTES_PRIVATE_KEY!).asymmetricKeyType).toBe('ed25519');
    expect(readPublicKeys(remotesPublicKeys(config)).size).toBe(1);
    expect(statSync(tokenFile).mode & 0o077).toBe(0);

    const client = await MongoClient.connect(connection.mongodbUri);
    const tokens = await client.db('docfolio_gateway').collection(apiTokenEntity.collection).find().toArray();
    await client.close();
    expect(tokens).toMatchObject([
      {
        name: 'npm run docfolio -- remotes',
        scopes: ['remotes:write', 'remotes:write:crm', 'remotes:write:ops'],
        created_by: 'owner@example.com',
      },
    ]);
    expect(JSON.stringify(tokens)).not.toContain(DOCFOLIO_TOKEN);

    expect((await localEnvironment(config, {})).DOCFOLIO_TOKEN).toBe(DOCFOLIO_TOKEN);
    statusFor = () => 503;
    expect((await localEnvironment(config, {})).DOCFOLIO_TOKEN).toBe(DOCFOLIO_TOKEN);
    statusFor = (token) => (token === DOCFOLIO_TOKEN ? 401 : 200);
    const second = (await localEnvironment(config, {})).DOCFOLIO_TOKEN;
    expect(second).not.toBe(DOCFOLIO_TOKEN);
    expect(JSON.parse(readFileSync(tokenFile, 'utf8'))).toMatchObject({ token: second });
  });
});
