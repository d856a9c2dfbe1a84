/**
 * Backs up stopped installations, whose databases each command starts.
 * @subject infra/local/src/installation/backup.ts infra/local/src/backing/with-databases.ts
 * @subject infra/backup/src/create-backup.ts infra/backup/src/backups.ts infra/backup/src/archive
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceInstallation } from '../move-data/testing/installations.js';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';

let source: SourceInstallation;
let place: string;

beforeEach(() => {
  source = new SourceInstallation();
  place = mkdtempSync(join(tmpdir(), 'docfolio-backups-'));
});
afterEach(() => {
  source.remove();
  rmSync(place, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  runToEnd(
    process.execPath,
    [join(findRoot(), 'infra/local/dist/main.js'), 'docfolio', 'backup', ...args, '--to', place],
    {
      cwd: findRoot(),
      env: { PATH: process.env.PATH, DATA_DIR: source.dataDir, ...env },
    },
  );

const fill = () =>
  source.fill(async ({ mongo, redis, bucket }) => {
    const leads = Array.from({ length: 1_200 }, (_, index) => ({ _id: `lead-${index}` }));
    await mongo.db('docfolio_leads').collection<{ _id: string }>('leads').insertMany(leads);
    await redis.hset('bull:submissions-leads:s_1', { name: 'submission', data: '{}', timestamp: '1' });
    await bucket('blog-images').put('images/a.png', Buffer.from('pixels'), { contentType: 'image/png' });
  });

describe('npm run docfolio -- backup', () => {
  it('stores a stopped installation, lists and verifies it, and removes old backups', async () => {
    await fill();
    const created = await run(['--plain']);
    expect(created.output).toMatch(/backup +\d{8}T\d{6}Z-[0-9a-f]{6}, 1,200 documents, 1 file, /);
    expect(created.code).toBe(0);
    const [first] = readdirSync(place);
    expect((await run(['list'])).output).toContain(`${first}  `);
    const verified = await run(['verify']);
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('all as written')]);

    const again = await run(['--plain', '--keep', '1d']);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining(`removed 1: ${first}`)]);
    const [second] = readdirSync(place);
    expect(readdirSync(place)).toHaveLength(1);

    truncateSync(join(place, second!, 'mongodb/docfolio_leads/leads.jsonl.gz'), 20);
    const damaged = await run(['verify', second!]);
    expect([damaged.code, damaged.output]).toEqual([
      1,
      expect.stringContaining(`${place}/${second} cannot be used. mongodb/docfolio_leads/leads.jsonl.gz is damaged`),
    ]);
  });

  it('stores nothing readable when encrypted, and refuses to be vague about it', async () => {
    await fill();
    const env = { BACKUP_PASSPHRASE: 'correct horse' };
    expect((await run(['--encrypt'], env)).code).toBe(0);
    const [id] = readdirSync(place);
    const files = readdirSync(join(place, id!), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(
      files
        .filter(({ name }) => !name.endsWith('.age'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['manifest.json', 'manifest.seal']);
    expect((await run(['verify'], env)).code).toBe(0);
    expect((await run(['verify'])).output).toContain('It is encrypted');
    const vague = await run([]);
    expect([vague.code, vague.output]).toEqual([2, expect.stringContaining('choose --encrypt')]);
  });

  it('fails without data, and without a backup to verify', async () => {
    rmSync(source.dataDir, { recursive: true });
    expect((await run(['--plain'])).output).toContain('There is no data to back up');
    expect((await run(['verify'])).output).toContain('holds no complete backup');
    expect((await run(['list'])).output).toContain('holds no backups');
  });
});
