import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithUs } from '@docfolio/service-kit/testing/backing-server';
import { httpClient } from './testing/http-client.js';
import { password, startWorld, type World } from './testing/world.js';

// Runs the compiled programs in separate processes.

const dist = join(__dirname, '..', 'dist');
let world: World;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.stop();
});

function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(dist, program), ...args], { env: { ...world.env, ...env } });
  children.push(child);
  endWithUs(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return { child, ended };
}

const admin = (args: string[], env?: NodeJS.ProcessEnv) => start('admin.js', args, env).ended;

async function startGateway(env: NodeJS.ProcessEnv = {}) {
  const { child, ended } = start('main.js', [], {
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    ...env,
  });
  const lines: Record<string, unknown>[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      lines.push(entry);
      if (entry.msg === 'ready') resolve(String(entry.address));
    });
    ended.then(({ err, out }) => reject(new Error(`ended: ${err}${out}`)), reject);
  });
  const internal = httpClient(Number(lines.at(-1)?.internal_port));
  return { child, ended, lines, send: httpClient(Number(new URL(address).port)), internal };
}

describe('the gateway as a process', () => {
  it('serves its probes on the internal port, finishes requests in flight on SIGTERM, exits 0 and logs no personal data', async () => {
    const gateway = await startGateway();
    expect((await gateway.internal('GET', '/healthz')).body).toEqual({ status: 'alive' });
    expect((await gateway.internal('GET', '/readyz')).body).toEqual({ ready: true, missing: [] });
    expect((await gateway.send('GET', '/readyz')).status).toBe(404);
    // No leads service runs, so the call ends at its deadline of 4 s.
    const email = await world.makeUser('admin');
    const { access_token: token } = await world.signIn(email);
    const slow = gateway.send('GET', '/api/v1/admin/leads', { token });
    await gateway.send('GET', '/api/v1/auth/me?q=whom-somebody-searched', { token });
    gateway.child.kill('SIGTERM');
    expect((await slow).status).toBe(503);
    expect(await gateway.ended).toMatchObject({ code: 0 });
    const requests = gateway.lines.filter(({ msg }) => msg === 'request');
    expect(requests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ route: '/api/v1/admin/leads', status: 503, request_id: expect.any(String) }),
        expect.objectContaining({ route: '/api/v1/auth/me', status: 400 }),
      ]),
    );
    const log = JSON.stringify(gateway.lines);
    for (const personal of [email, 'whom-somebody-searched', token]) expect(log).not.toContain(personal);
  });
});

describe('the admin command line', () => {
  it('creates users without admin rights', async () => {
    const email = 'alan@example.com';
    expect(await admin(['create-user', '--email', email, '--password', password])).toMatchObject({ code: 0 });
    const { access_token: token } = await world.signIn(email);
    expect((await world.api('GET', '/auth/me', { token })).body).toMatchObject({ is_admin: false });
    expect((await world.api('GET', '/admin/leads', { token })).status).toBe(403);
  });

  it('prints why it refuses a command, and exits 2', async () => {
    const { code, out, err } = await admin(['destroy']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('There is no command destroy');
    expect(err).not.toMatch(/\n\s+at /);
  });
});

it('the migration refuses a value that the gateway would refuse', async () => {
  const { code, err } = await start('prepare.js', [], { RATE_LIMIT_FORMS: '0' }).ended;
  expect([code, err]).toEqual([78, expect.stringContaining('RATE_LIMIT_FORMS')]);
});
