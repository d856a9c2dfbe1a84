// Adds entities and a service to a copy of the workspace with `npm run new`, checks and builds it, and uses them through HTTP, one
// entity also in a browser. Run by `npm test -- --new-entity`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../bootstrap/chromium.mjs';
import { copyEnv, copyWorkspace } from './workspace-copy.mjs';

const copy = copyWorkspace('new-entity');
const owner = { email: 'owner@example.com', password: 'correct-horse-battery' };
const invoice = { title: 'Ferry timetables', amount: 1_250.5, due_at: '2027-01-31', status: 'sent' };

/** Runs a command in the copy. @throws Error with its output if it fails */
function run(command, args, cwd = copy, env = copyEnv) {
  try {
    return execFileSync(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 }).toString();
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  }
}

const newEntity = (...args) => run('npm', ['run', '--silent', 'new', '--', 'entity', ...args]);
const newService = (...args) => run('npm', ['run', '--silent', 'new', '--', 'service', ...args]);
const document = () => run('node', ['infra/deployment/dist/documents/main.js']);
/** The processes of a Compose file or a rendered overlay. */
const namesIn = (text, pattern) => Array.from(text.matchAll(pattern), ([, name]) => name);
const nx = (target, ...projects) => run('npx', ['nx', 'run-many', '-t', target, '-p', ...projects]);
const jest = (folder, ...args) =>
  // NX_TASK_TARGET_TARGET: the global setup then trusts that Nx has built what the specs start.
  run('npx', ['jest', ...args], path.join(copy, folder), { ...copyEnv, NX_TASK_TARGET_TARGET: 'test' });

before(() => {
  newService('billing', '--about', 'Invoices and payments.');
  newEntity('invoice', '--fields', 'title:text,amount:money,due_at:date,status:draft|sent|paid');
  // Every type of field, optional where it can be.
  const fields =
    'rank:number,name:text,note:longtext?,contact:email?,site:url?,fee:money?,hours:number?,on_day:date?,paid:flag';
  newEntity(
    'site-visit',
    '--plural',
    'visits-to-sites',
    '--fields',
    `${fields},kind:first|follow_up?,status:open|in_work|held|done`,
  );
});

after(() => rmSync(copy, { recursive: true, force: true }));

test('generated code passes lint, prose, boundaries and types', () => {
  const folders = ['libs/contracts', 'libs/admin', 'services/leads', 'services/billing', 'apps/crm'];
  run('npx', ['biome', 'check', '--error-on-warnings', ...folders]);
  run('node', ['infra/local/lint/prose.mjs']);
  run('npx', ['depcruise', ...folders]);
  nx('typecheck', 'contracts', 'admin', 'leads', 'billing', 'crm');
});

test('the platform with the new entities builds, and the generated specs pass', () => {
  nx(
    'build',
    'local',
    'deployment',
    'leads',
    'billing',
    'content-service',
    'media-service',
    'notifications',
    'gateway',
    'web',
    'shell',
    'site',
    'blog',
    'crm',
    'ops',
    'embedded-mongo',
    'bundle',
  );
  // What is derived from the declarations of the processes.
  const written = namesIn(document(), /^(\S+) written$/gm);
  assert.ok(
    ['docker-compose.yml', 'infra/tasks/src/processes.ts'].every((file) => written.includes(file)),
    `${written}`,
  );
  nx('build', 'tasks', 'local', 'bundle');
  jest('libs/contracts');
  jest('services/billing');
  jest('services/leads', 'src/invoices', 'src/visits-to-sites');
  jest('apps/crm', 'src/invoices', 'src/visits-to-sites', 'src/app/frame/admin-layout');
});

test('a new service has a place in backups, Compose and both overlays, and no file is written by hand for it', (t) => {
  const databases = readFileSync(path.join(copy, 'infra/backup/src/sources/database-names.ts'), 'utf8');
  assert.match(databases, /'docfolio_billing'/);
  const compose = readFileSync(path.join(copy, 'docker-compose.yml'), 'utf8');
  assert.ok(namesIn(compose, /^ {4}build: \{ <<: \*build, target: (\w+) \}$/gm).includes('billing'));
  const renderer = ['kubectl', 'kustomize'];
  if (spawnSync(renderer[0], ['version', '--client']).status !== 0) return t.skip('kubectl is not installed');
  for (const overlay of ['dev', 'production']) {
    const rendered = run(renderer[0], [renderer[1], `k8s/overlays/${overlay}`]);
    assert.match(rendered, /image: \S*docfolio\/billing/);
    assert.match(rendered, /secretName: billing-secrets/);
  }
});

test('the owner creates, lists, edits, deletes, restores and exports an invoice', async (t) => {
  const { startPlatform } = await import(pathToFileURL(path.join(copy, 'infra/local/dist/platform.js')).href);
  const platform = await startPlatform({
    root: copy,
    dataDir: path.join(copy, '.data'),
    env: { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, SMTP_URL: '', SEED: 'demo' },
  });
  t.after(() => platform.stop());
  const api = async (method, route, body, token) => {
    const response = await fetch(`${platform.url}/api/v1${route}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const { access_token: token } = (await api('POST', '/auth/sign-in', owner)).body;
  const admin = (method, route, body) => api(method, `/admin${route}`, body, token);

  const { body: status } = await admin('GET', '/billing/status');
  assert.ok(Date.parse(status.started_at) <= Date.now(), 'the new service answers');
  assert.equal((await api('GET', '/admin/invoices')).status, 401);
  assert.equal((await admin('GET', '/invoices')).body.total, 6, 'demo records');
  const created = await admin('POST', '/invoices', invoice);
  assert.equal(created.status, 201);
  const { id } = created.body;
  assert.deepEqual({ ...created.body, ...invoice, version: 1 }, created.body);
  const listed = (await admin('GET', '/invoices?status=sent&search=ferry')).body;
  assert.deepEqual(listed.items, [created.body]);

  const edited = await admin('PATCH', `/invoices/${id}`, { version: 1, amount: 99.999 });
  assert.deepEqual([edited.status, edited.body.amount, edited.body.version], [200, 100, 2]);
  const stale = await admin('PATCH', `/invoices/${id}`, { version: 1, amount: 5 });
  assert.deepEqual([stale.status, stale.body.code, stale.body.current.amount], [409, 'stale', 100]);
  assert.equal((await admin('PATCH', `/invoices/${id}`, { status: 'paid' })).body.version, 3);

  assert.equal((await admin('DELETE', `/invoices/${id}`)).status, 200);
  assert.equal((await admin('GET', `/invoices/${id}`)).status, 404);
  assert.equal((await admin('GET', '/trash/people?type=invoices')).body.items[0].title, invoice.title);
  assert.equal((await admin('POST', `/trash/people/invoices/${id}/restore`)).status, 200);
  assert.equal((await admin('GET', '/stats/people')).body.invoices, 7);

  let job = (await admin('POST', '/exports', { list: 'invoices', query: { search: 'ferry' } })).body;
  for (const until = Date.now() + 60_000; job.status !== 'done' && Date.now() < until; await delay(100))
    job = (await admin('GET', `/exports/${job.id}`)).body;
  const { url } = (await admin('POST', `/exports/${job.id}/link`)).body;
  const rows = (await (await fetch(new URL(url, platform.url))).text()).trim().split('\r\n');
  assert.match(rows[0], /^\uFEFF?Title,Amount,Due,Status,Created At$/);
  assert.match(rows[1], /^Ferry timetables,100,2027-01-31,paid,/);
  assert.equal(rows.length, 2);

  await t.test('in the CRM, whose pages the web process serves', async () => {
    for (const page of ['/admin/invoices', `/admin/invoices/${id}`, '/admin/visits-to-sites'])
      assert.equal((await fetch(platform.url + page)).status, 200, page);
    const { path: executablePath } = await ensureChromium(copy, process.env, () => {}, { headless: true });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${platform.url}/admin/invoices`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: invoice.title }).click();
    const drawer = page.getByRole('dialog', { name: invoice.title });
    await drawer.getByText('$100').waitFor();
    await drawer.getByText('2027-01-31').waitFor();
  });
});
