import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { shellContracts } from '@docfolio/contracts/entities/remote';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { freePort } from '@docfolio/local/supervisor/ports';
import { HealthRegistry } from '@docfolio/process/health';
import { Heartbeat } from '@docfolio/process/system/heartbeat';
import { errorsKey, reportsKey } from '@docfolio/process/system/process-report';
import { RecentErrors } from '@docfolio/process/system/recent-errors';
import { redisAcl } from '@docfolio/tasks/secrets/redis-acl';
import { Redis } from 'ioredis';
import { readComposeFile } from './compose-file.js';
import { findProgram, ServerProcess } from './server-process.js';

// Debian's redis-tools contains the server as redis-check-rdb; argv[0] decides what the program does.
const program = findProgram(['redis-server', 'redis-check-rdb']);
const describeWithRedis = program ? describe : describe.skip;

describeWithRedis(`Redis as docker-compose.yml runs it${program ? '' : ' (skipped: no redis-server on PATH)'}`, () => {
  let folder: string;
  let port: number;
  let server: ServerProcess | undefined;

  /** Sends commands over one connection. @returns the first line of each reply */
  const send = (...commands: string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(`${commands.join('\r\n')}\r\nQUIT\r\n`));
      let text = '';
      socket.setEncoding('utf8').on('data', (data: string) => {
        text += data;
      });
      socket.once('error', reject);
      socket.once('close', () => resolve(text.split('\r\n')));
    });
  const asApp = async (command: string) => (await send('AUTH app secret', command))[1] ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docfolio-redis-'));
    port = await freePort();
    const aclFile = join(folder, 'users.acl');
    await writeFile(aclFile, redisAcl('secret', 'web-secret'));
    const replaced: Record<string, string> = {
      '/data': folder,
      '/run/secrets/users.acl': aclFile,
      '${REDIS_APPENDFSYNC:-everysec}': 'everysec',
    };
    const command = readComposeFile('docker-compose.yml').services.redis?.command ?? [];
    const args = command.map((argument) => replaced[argument] ?? argument);
    server = await ServerProcess.start(
      program ?? '',
      [...args, '--port', String(port), '--bind', '127.0.0.1'],
      { argv0: 'redis-server', cwd: folder },
      async () => (await send('PING'))[0] !== '',
    );
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses every command without a user', async () => {
    expect((await send('PING', 'GET key')).slice(0, 2)).toEqual([
      expect.stringContaining('NOAUTH'),
      expect.stringContaining('NOAUTH'),
    ]);
    expect((await send('AUTH default secret'))[0]).toContain('WRONGPASS');
  });

  it('allows the health check only PING', async () => {
    const [auth, ping, ...others] = await send('AUTH health none', 'PING', 'GET key', 'INFO', 'ACL WHOAMI');
    expect([auth, ping]).toEqual(['+OK', '+PONG']);
    for (const reply of others.slice(0, 3)) expect(reply).toContain('NOPERM');
  });

  it('delivers cache invalidations to the web process', async () => {
    const warnings: string[] = [];
    const logger = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };
    const feed = new InvalidationFeed({ redisUrl: `redis://web:web-secret@127.0.0.1:${port}`, logger });
    const invalidated = new Promise((resolve) => feed.addListener({ invalidate: resolve, flush: () => undefined }));
    await feed.start();
    await asApp(`SET ${cacheSequenceKey} 1`);
    await asApp(`PUBLISH ${cacheChannel} "{\\"sequence\\":1,\\"tags\\":[\\"posts\\"]}"`);
    expect(await invalidated).toEqual(['posts']);
    expect(warnings).toEqual([]);
    await feed.close();
  });

  it('lets the web process announce the contract of its shell, which the platform reads', async () => {
    const commands = [`ZADD ${shellContracts} 2000 hash`, `ZADD ${shellContracts} 3000 hash`];
    expect(await send('AUTH web web-secret', ...commands)).toEqual(expect.arrayContaining(['+OK', ':1', ':0']));
    expect(await asApp(`ZCOUNT ${shellContracts} 2500 +inf`)).toBe(':1');
  });

  it('lets the web process report how it is, which the platform reads', async () => {
    const health = new HealthRegistry();
    const redis = new Redis(`redis://web:web-secret@127.0.0.1:${port}`);
    const errors = new RecentErrors();
    errors.addLine([new TypeError('broken'), 'page not rendered']);
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const heartbeat = new Heartbeat({ service: 'web', version: '1.2.3', redis, health, errors, onFailure });
    await new Promise((resolve) => redis.once('ready', resolve));
    heartbeat.start();
    const deadline = performance.now() + 10_000;
    while ((await asApp(`XLEN ${errorsKey('web')}`)) !== ':1') expect(performance.now()).toBeLessThan(deadline);
    expect(await asApp(`HLEN ${reportsKey('web')}`)).toBe(':1');
    await heartbeat.stop();
    expect(await asApp(`HLEN ${reportsKey('web')}`)).toBe(':0');
    expect(failures).toEqual([]);
    redis.disconnect();
  });

  it.each([
    'GET other',
    `HSET ${reportsKey('leads')} replica report`,
    `HGETALL ${reportsKey('web')}`,
    `XADD ${errorsKey('gateway')} * error x`,
    `XRANGE ${errorsKey('web')} - +`,
    `ZADD other 1 hash`,
    `ZADD ${cacheSequenceKey} 1 hash`,
    `GET ${shellContracts}`,
    `ZREM ${shellContracts} hash`,
    `DEL ${shellContracts}`,
    `SET ${cacheSequenceKey} 9`,
    'LPUSH rpc:leads request',
    'PUBLISH docfolio:cache x',
    'SUBSCRIBE other',
  ])('refuses %s to the web process', async (command) => {
    expect((await send('AUTH web web-secret', command))[1]).toContain('NOPERM');
  });

  it.each([
    'SET key value',
    'EVAL "return 1" 0',
    'XADD stream * field value',
    'LPUSH list value',
    'PUBLISH channel message',
    'CLIENT SETNAME worker',
    'INFO memory',
    'MULTI',
  ])('allows the platform %s', async (command) => {
    expect(await asApp(command)).toMatch(/^[+:$]/);
  });

  it.each([
    'CONFIG GET maxmemory',
    'FLUSHALL',
    'KEYS pattern',
    'ACL LIST',
    'SHUTDOWN',
    'REPLICAOF 127.0.0.1 1',
    'SAVE',
  ])('forbids the platform %s', async (command) => {
    expect(await asApp(command)).toContain('NOPERM');
  });

  it('refuses writes when memory is full instead of evicting jobs, and writes an append-only file', async () => {
    const [, , ...lines] = await send('AUTH app secret', 'INFO');
    expect(lines).toContain('maxmemory_policy:noeviction');
    expect(lines).toContain('maxmemory:268435456');
    expect(lines).toContain('aof_enabled:1');
  });
});
