import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportJob } from '@docfolio/contracts/entities/export';
import type { System } from '@docfolio/contracts/entities/system';
import { seriesValue } from '@docfolio/process/testing/exposition';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Platform } from './platform.js';
import { Visitor } from './releases/story.js';
import { runToEnd } from './run-program.js';
import { startTestPlatform } from './testing/test-platform.js';
import { findRoot } from './workspace.js';

// The platform with gateway and services in one Node process (decision 0037).

jest.setTimeout(300_000);

const root = findRoot();
const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-together-'));
const members = ['content', 'gateway', 'leads', 'media', 'notifications'];
const owner = { email: 'first@example.com', password: 'the-first-password' };
let platform: Platform;
let visitor: Visitor;

beforeAll(async () => {
  platform = await startTestPlatform({
    dataDir,
    env: {
      PLACEMENT: 'together',
      METRICS: 'on',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      OWNER_EMAIL: 'owner@example.com',
      RATE_LIMIT_FORMS: '1000',
    },
  });
  visitor = new Visitor(platform.url);
  await visitor.signIn(owner);
});

afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const backend = () => platform.pids().backend!;
const onLinux = process.platform === 'linux' ? it : it.skip;

const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

/** Returns the environments of the processes in the shared one, by name. */
const environments = () =>
  JSON.parse(environmentOf(backend()).PLACED_PROCESSES!) as Record<string, Record<string, string>>;

interface LogLine {
  name: string;
  msg: string;
  level: string;
  operation?: string;
  route?: string;
}

const logLines = () =>
  readFileSync(join(dataDir, 'logs/backend.log'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

it('runs gateway and services as one process with one log, in which each has its name', async () => {
  expect(Object.keys(platform.pids()).sort()).toEqual(['backend', 'mongo', 'redis', 'web']);
  const ready = logLines().filter(({ msg }) => msg === 'ready');
  expect(ready.map(({ name }) => name).sort()).toEqual([...members, 'backend'].sort());
});

it('stores a contact form, mails it, and logs it under the name of its service', async () => {
  expect(await visitor.contact('ada@example.com')).toBe(201);
  expect(await visitor.leads()).toEqual(['ada@example.com']);
  const folder = join(dataDir, 'mail');
  const areSent = () => existsSync(folder) && readdirSync(folder).filter((name) => name.endsWith('.eml')).length === 2;
  await waitFor('two emails', async () => areSent());
  const namesOf = (isWanted: (line: LogLine) => boolean) =>
    logLines().flatMap((line) => (isWanted(line) ? [line.name] : []));
  const served = () => namesOf(({ route }) => route === '/api/v1/leads');
  const handled = () => namesOf(({ operation }) => operation === 'POST /leads');
  await waitFor('both log lines', async () => served().length > 0 && handled().length > 0);
  expect([served(), handled()]).toEqual([['gateway'], ['leads']]);
});

it('stores an image, which a process of its own has decoded', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = new FormData();
  form.set('file', new Blob([pixel], { type: 'image/png' }), 'pixel.png');
  const { url } = await visitor.call<{ url: string }>('POST', '/admin/images', form);
  const image = await visitor.get(url);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

onLinux('decodes pictures in a child whose environment has no setting of a process', () => {
  const [child, ...others] = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === backend(),
  );
  expect(others).toEqual([]);
  expect(readFileSync(`/proc/${child}/cmdline`, 'utf8')).toContain('picture-program.js');
  const names = Object.keys(environmentOf(Number(child)));
  expect(names.filter((name) => !['PATH', 'TMPDIR', 'MALLOC_ARENA_MAX', 'NODE_ENV'].includes(name))).toEqual([
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
  ]);
});

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has ended.
    return undefined;
  }
}

it('exports the leads as a file', async () => {
  const { id } = await visitor.call<ExportJob>('POST', '/admin/exports', { list: 'leads' });
  await waitFor('the export', async () => {
    const { status } = await visitor.call<ExportJob>('GET', `/admin/exports/${id}`);
    return status === 'done';
  });
  const { url } = await visitor.call<{ url: string }>('POST', `/admin/exports/${id}/link`);
  expect(await (await visitor.get(url)).text()).toContain('ada@example.com');
});

it('says on the System page that all processes are healthy, and whose memory it is', async () => {
  const processes = async () => (await visitor.call<System>('GET', '/admin/system')).processes;
  await waitFor('reports', async () => (await processes()).every(({ health }) => health === 'healthy'));
  for (const { name, memory, replicas } of await processes()) {
    const sharers = name === 'web' ? undefined : expect.arrayContaining(members);
    expect([name, replicas, memory?.shared_by]).toEqual([name, 1, sharers]);
  }
});

onLinux('exports the metrics of each process under its name, and those of the Node process once', async () => {
  const text = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const exported: Record<string, string> = { backend: await text(environmentOf(backend()).INTERNAL_PORT!) };
  for (const [name, { INTERNAL_PORT }] of Object.entries(environments())) exported[name] = await text(INTERNAL_PORT!);
  expect(Object.keys(exported).sort()).toEqual(['backend', ...members]);
  for (const [service, series] of Object.entries(exported)) {
    expect(seriesValue(series, 'docfolio_build_info', { service })).toBe(1);
    expect([service, new Set(series.match(/service="[^"]*"/g))]).toEqual([service, new Set([`service="${service}"`])]);
    const memory = seriesValue(series, 'docfolio_process_memory_bytes', { service, kind: 'resident' });
    expect([service, memory !== undefined]).toEqual([service, service === 'backend']);
  }
  const operation = { operation: 'POST /leads' };
  expect(seriesValue(exported.leads!, 'docfolio_operation_duration_seconds_count', operation)).toBe(1);
  expect(
    seriesValue(exported.gateway!, 'docfolio_rpc_client_duration_seconds_count', { target: 'leads' }),
  ).toBeGreaterThan(0);
  expect(seriesValue(exported.backend!, 'docfolio_dependency_up', { dependency: 'leads' })).toBe(1);
});

it('shows the migrations of each database by npm run docfolio -- migrate status', async () => {
  const args = [join(root, 'infra/local/dist/main.js'), 'docfolio', 'migrate', 'status'];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { code, output } = await runToEnd(process.execPath, args, { cwd: root, env });
  expect([code, output]).toEqual([0, expect.stringContaining('set by_author on comments')]);
});

it('loses no form that it has accepted when it is killed, and runs again within seconds', async () => {
  const before = backend();
  // The database does not respond: the form becomes a job in Redis.
  platform.kill('mongo', 'SIGSTOP');
  const waiting = await visitor.contact('grace@example.com');
  platform.kill('leads');
  platform.kill('mongo', 'SIGCONT');
  expect(waiting).toBe(202);
  await waitFor('another process', async () => backend() !== undefined && backend() !== before, 2_000);
  await platform.waitReady();
  const names = Array.from({ length: 30 }, (_, index) => `visitor-${index}@example.com`);
  let answered = 0;
  let inFlight = 0;
  const sent = names.map(async (email) => {
    const status = await visitor.contact(email);
    answered += 1;
    if (answered === 10) {
      inFlight = names.length - answered;
      platform.kill('gateway');
    }
    return { email, status };
  });
  const accepted = (await Promise.all(sent)).filter(({ status }) => status === 201 || status === 202);
  expect(inFlight).toBe(20);
  expect(accepted.length).toBeGreaterThan(0);
  await platform.waitReady();
  const expected = ['ada@example.com', 'grace@example.com', ...accepted.map(({ email }) => email)];
  const missing = async () => {
    const stored = await visitor.leads();
    return expected.filter((email) => !stored.includes(email));
  };
  await waitFor('all accepted forms', async () => (await missing()).length === 0, 30_000);
});

it('stops every process, without an error', async () => {
  const before = logLines().length;
  await platform.stop();
  const lines = logLines().slice(before);
  expect(lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  expect(platform.pids()).toEqual({});
  const stopped = lines.filter(({ msg }) => msg === 'stopped').map(({ name }) => name);
  // The gateway before the services that it calls.
  expect([stopped[0], stopped.at(-1), [...stopped].sort()]).toEqual([
    'gateway',
    'backend',
    [...members, 'backend'].sort(),
  ]);
});
