/**
 * Starts the databases of stopped installations for each command, and the platform on data that it refuses.
 * @subject infra/local/src/installation/program-environment.ts infra/local/src/backing/with-databases.ts
 * @subject infra/tasks/src/programs/migrate.ts infra/tasks/src/programs/migration-table.ts
 * @subject libs/service-kit/src/mongo/migrations
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { SourceInstallation } from '../move-data/testing/installations.js';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';

jest.setTimeout(180_000);

let installation: SourceInstallation;

beforeEach(() => {
  installation = new SourceInstallation();
});
afterEach(() => installation.remove());

const run = (...args: string[]) =>
  runToEnd(process.execPath, ['infra/local/dist/main.js', ...args], {
    cwd: findRoot(),
    env: { PATH: process.env.PATH, DATA_DIR: installation.dataDir, PORT: '0' },
  });

describe('npm run docfolio -- migrate', () => {
  it('migrates a stopped installation, and shows what is pending and what was done', async () => {
    await installation.fill(async ({ mongo }) => {
      const comments = Array.from({ length: 1_200 }, (_, index) => ({ _id: `comment-${index}` }));
      await mongo.db('docfolio_content').collection<{ _id: string }>('blog_comments').insertMany(comments);
    });
    const before = await run('docfolio', 'migrate', 'status');
    expect(before.output).toMatch(/docfolio_content +1 .* pending\n +2 +set by_author on comments +expand +pending/);
    expect(before.output).toContain('7 migrations are not completed.');
    const up = await run('docfolio', 'migrate', 'up');
    expect(up.output).toMatch(/2 +set by_author on comments +expand +done +0.1.0 +1,200/);
    expect([up.code, up.output]).toEqual([0, expect.stringContaining('All data is up to date.')]);
    await installation.fill(async ({ mongo }) => {
      const comments = mongo.db('docfolio_content').collection('blog_comments');
      expect(await comments.countDocuments({ by_author: false })).toBe(1_200);
    });
  });

  it('refuses data of a newer version, as npm start does, and names both versions', async () => {
    await installation.fill(async ({ mongo }) => {
      const migrations = mongo.db('docfolio_leads').collection<{ _id: number }>('migrations');
      const newer = { name: 'remove company', phase: 'contract', version: '9.1.0', positions: {} };
      await migrations.insertOne({ _id: 7, ...newer } as { _id: number });
    });
    const sentence =
      /docfolio_leads is newer than this program: version 9.1.0 has applied migration 7 \(remove company\). This is version 0.1.0, which knows the migrations up to 1. Start version 9.1.0 or newer/;
    const status = await run('docfolio', 'migrate', 'status');
    expect(status.output).toMatch(/7 +remove company +contract +unknown +9.1.0/);
    expect(status.output).toContain('A newer version has migrated the data: start that version.');
    const up = await run('docfolio', 'migrate', 'up');
    expect([up.code, up.output]).toEqual([1, expect.stringMatching(sentence)]);
    expect(up.output).toContain('The database of leads could not be prepared (exit code 76).');
    const started = await run('start');
    expect([started.code, started.output]).toEqual([1, expect.stringMatching(sentence)]);
    expect(started.output).toContain('leads ended once before it was ready (exit 76)');
  });
});
