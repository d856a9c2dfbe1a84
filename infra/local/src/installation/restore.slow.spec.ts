/**
 * Restores whole installations, damaged and interrupted ones too.
 * @subject infra/local/src/installation/restore.ts infra/local/src/restore infra/local/src/backing/with-databases.ts
 * @subject infra/backup/src/restore infra/backup/src/archive
 * @everyday infra/local/src/running-platform.spec.ts
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openQueue } from '@docfolio/service-kit/queue';
import { type Side, SourceInstallation, TargetStores } from '../move-data/testing/installations.js';
import { completeRestoring, newRestoringFolder, replacedFolder, restoringFolder } from '../restore/restored-folder.js';
import { runToEnd } from '../run-program.js';
import { lockData } from '../supervisor/data-lock.js';
import { findRoot } from '../workspace.js';

jest.setTimeout(180_000);

interface Lead {
  _id: string;
}

const root = findRoot();
const leadsOf = ({ mongo }: Side) => mongo.db('docfolio_leads').collection<Lead>('leads');
const count = 1_200;

let source: SourceInstallation;
let place: string;
let id: string;

beforeAll(async () => {
  source = new SourceInstallation();
  place = mkdtempSync(join(tmpdir(), 'docfolio-backups-'));
  await source.fill(async (side) => {
    await leadsOf(side).insertMany(Array.from({ length: count }, (_, index) => ({ _id: `lead-${index}` })));
    const queue = openQueue('submissions-leads', side.redis);
    await queue.add('submission', { n: 1 }, { jobId: 's_1' });
    await queue.close();
    await side.bucket('blog-images').put('images/a.png', Buffer.from('pixels'), { contentType: 'image/png' });
  });
  expect((await run('backup', ['--plain', '--to', place], { DATA_DIR: source.dataDir })).code).toBe(0);
  id = readdirSync(place)[0]!;
});
afterAll(() => {
  source.remove();
  rmSync(place, { recursive: true, force: true });
});

const run = (command: string, args: string[], env: Record<string, string>) =>
  runToEnd(process.execPath, [join(root, 'infra/local/dist/main.js'), 'docfolio', command, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });

async function expectRestored(side: Side): Promise<void> {
  expect(await leadsOf(side).countDocuments()).toBe(count);
  expect(await leadsOf(side).countDocuments({ _id: 'present' })).toBe(0);
  const queue = openQueue('submissions-leads', side.redis);
  expect((await queue.getWaiting()).map((job) => [job.id, job.data])).toEqual([['s_1', { n: 1 }]]);
  await queue.close();
  expect(await text(await side.bucket('blog-images').get('images/a.png'))).toBe('pixels');
}

const secretsOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));

describe('npm run docfolio -- restore', () => {
  let here: SourceInstallation;
  beforeEach(() => {
    here = new SourceInstallation();
  });
  afterEach(() => here.remove());

  const restore = (args: string[], env: Record<string, string> = {}) =>
    run('restore', args, { DATA_DIR: here.dataDir, ...env });

  it('restores to a new machine, with the secrets', async () => {
    rmSync(here.dataDir, { recursive: true });
    const { code, output } = await restore([id, '--from', place]);
    expect([code, output]).toEqual([0, expect.stringContaining('Start Docfolio with npm start')]);
    expect(secretsOf(here.dataDir)).toEqual(secretsOf(source.dataDir));
    expect(existsSync(restoringFolder(here.dataDir))).toBe(false);
    await here.fill(expectRestored);
  });

  it('keeps the replaced data until it is discarded', async () => {
    await here.fill(async (side) => void (await leadsOf(side).insertOne({ _id: 'present' })));
    expect((await restore([join(place, id)])).code).toBe(0);
    await here.fill(expectRestored);
    expect(readdirSync(replacedFolder(here.dataDir))).toContain('embedded-mongo');

    const again = await restore([join(place, id)]);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('--discard-old')]);
    // Docfolio runs again, and the owner has looked at it.
    const lock = lockData(here.dataDir, 'http://localhost:4200');
    expect((await restore(['--discard-old'])).output).toContain(`removed ${replacedFolder(here.dataDir)}`);
    lock.release();
    expect(existsSync(replacedFolder(here.dataDir))).toBe(false);
    expect((await restore(['--discard-old'])).output).toContain('nothing to remove');
  });

  it('restores when the present database is damaged beyond reading', async () => {
    await here.fill(async (side) => void (await leadsOf(side).insertOne({ _id: 'present' })));
    writeFileSync(join(here.dataDir, 'embedded-mongo', 'data.mdb'), Buffer.alloc(64 * 1024, 7));
    expect((await restore([id, '--from', place])).code).toBe(0);
    await here.fill(expectRestored);
  });

  it('leaves everything as it was if the backup is damaged, truncated, of a newer format or no backup', async () => {
    await here.fill(async (side) => void (await leadsOf(side).insertOne({ _id: 'present' })));
    const copy = mkdtempSync(join(tmpdir(), 'docfolio-damaged-'));
    const part = join(copy, id, 'mongodb/docfolio_leads/leads.jsonl.gz');
    const manifest = join(copy, id, 'manifest.json');
    const original = () => cpSync(join(place, id), join(copy, id), { recursive: true, force: true });
    const damages: [string, () => void][] = [
      ['leads.jsonl.gz is damaged', () => truncateSync(part, 20)],
      ['leads.jsonl.gz is damaged', () => flip(part)],
      ['leads.jsonl.gz is missing', () => rmSync(part)],
      ['It has no manifest.json', () => rmSync(manifest)],
      ['not JSON', () => truncateSync(manifest, 100)],
      ['It has format 2', () => edit(manifest, (value) => ({ ...value, format: 2 }))],
      ['made by Docfolio 99.0.0', () => edit(manifest, (value) => ({ ...value, platform: '99.0.0' }))],
      ['or not of a backup', () => writeFileSync(manifest, '{"name": "something else"}')],
    ];
    try {
      for (const [reason, damage] of damages) {
        original();
        damage();
        const { code, output } = await restore([id, '--from', copy]);
        expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
    expect([existsSync(restoringFolder(here.dataDir)), existsSync(replacedFolder(here.dataDir))]).toEqual([
      false,
      false,
    ]);
    await here.fill(async (side) => expect(await leadsOf(side).countDocuments({ _id: 'present' })).toBe(1));
  });

  it('refuses while Docfolio runs, without a backup, with the id of none, and a plain one although there is a passphrase', async () => {
    const lock = lockData(here.dataDir, 'http://localhost:4200');
    const running = await restore([id, '--from', place]);
    lock.release();
    expect([running.code, running.output]).toEqual([1, expect.stringContaining('Stop it first')]);
    const keyed = await restore([id, '--from', place], { BACKUP_PASSPHRASE: 'correct horse' });
    expect([keyed.code, keyed.output]).toEqual([1, expect.stringContaining('It is not encrypted, although')]);
    expect((await restore([])).output).toContain('Say which backup');
    expect(await restore(['yesterday'])).toMatchObject({ code: 2, output: expect.stringContaining('not the id') });
  });

  it('the next command on the data finishes a restore that was interrupted when its data was complete', async () => {
    await here.fill(async (side) => void (await leadsOf(side).insertOne({ _id: 'present' })));
    const folder = await newRestoringFolder(here.dataDir);
    for (const name of ['embedded-mongo', 'redis', 'objects', 'secrets.json'])
      cpSync(join(source.dataDir, name), join(folder, name), { recursive: true });
    cpSync(join(source.dataDir, 'server-passwords.json'), join(folder, 'server-passwords.json'));
    completeRestoring(here.dataDir, id);
    // The interruption: one entry is in place already.
    mkdirSync(replacedFolder(here.dataDir));
    renameSync(join(here.dataDir, 'embedded-mongo'), join(replacedFolder(here.dataDir), 'embedded-mongo'));
    renameSync(join(folder, 'embedded-mongo'), join(here.dataDir, 'embedded-mongo'));
    const backups = mkdtempSync(join(tmpdir(), 'docfolio-backups-'));
    expect((await run('backup', ['--plain', '--to', backups], { DATA_DIR: here.dataDir })).output).toContain(
      '1,200 documents',
    );
    rmSync(backups, { recursive: true });
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(replacedFolder(here.dataDir)).sort()).toEqual(
      expect.arrayContaining(['embedded-mongo', 'redis']),
    );
    await here.fill(expectRestored);
  });

  it('restores to databases and an object store of others, which Docfolio must not use', async () => {
    const target = await TargetStores.start();
    try {
      await leadsOf(target.side).insertOne({ _id: 'present' });
      const { mongodbUri, redisUrl } = target.side.connection;
      const env = {
        ...{ MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, MINIO_ENDPOINT: target.s3Url },
        ...{ MINIO_ACCESS_KEY: 'S3RVER', MINIO_SECRET_KEY: 'S3RVER' },
      };
      const running = await restore([id, '--from', place], env);
      expect([running.code, running.output]).toEqual([1, expect.stringContaining('Docfolio still runs')]);
      target.side.redis.disconnect();
      const restored = await restore([id, '--from', place], env);
      expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Start Docfolio with npm start')]);
      await target.side.redis.connect();
      await expectRestored(target.side);
      const replaced = target.side.mongo.db('docfolio_leads').collection('replaced.leads');
      expect(await replaced.countDocuments()).toBe(1);
      rmSync(replacedFolder(here.dataDir), { recursive: true, force: true });
      expect((await restore(['--discard-old'], env)).output).toContain('1 collections');
      expect(await replaced.countDocuments()).toBe(0);
    } finally {
      await target.stop();
    }
  });
});

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

function edit(path: string, change: (value: object) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}
