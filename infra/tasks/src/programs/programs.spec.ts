import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Task } from '../task.js';
import { TaskError } from '../task-error.js';
import { admin } from './admin.js';
import { backup, restore } from './backup.js';
import { firstAdmin } from './first-admin.js';
import { type MigratedService, migrate, migratedServices } from './migrate.js';
import { seed } from './seed.js';

/** How a program was started, as recorded by itself. */
interface Call {
  program: string;
  args: string[];
  env: Record<string, string>;
}

describe('tasks that start programs of the services', () => {
  let root: string;
  let printed: string[];

  /** Creates a program that records its call, then runs `body`. */
  const install = async (program: string, body = '') => {
    const path = join(root, program);
    await mkdir(dirname(path), { recursive: true });
    const record = `require('node:fs').appendFileSync(${JSON.stringify(join(root, 'calls'))}, JSON.stringify({
      program: ${JSON.stringify(program)}, args: process.argv.slice(2), env: process.env }) + '\\n');`;
    await writeFile(path, `${record}\n${body}`);
  };
  const calls = async (): Promise<Call[]> => {
    const text = await readFile(join(root, 'calls'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Call);
  };
  const run = (task: Task, { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {}) =>
    task({
      root,
      args,
      env: { MONGODB_URI_FILE: '/run/secrets/mongodb_uri', ...env },
      print: (line) => printed.push(line),
    });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'docfolio-tasks-'));
    printed = [];
  });
  afterEach(() => rm(root, { recursive: true }));

  const status = (service: MigratedService, ...migrations: object[]) => {
    const olderReplicas = [{ version: '0.1.0' }, { version: '0.1.0' }];
    const printed = { database: `docfolio_${service}`, migrations, olderReplicas };
    return `console.log('{"level":"info","msg":"prepared"}'); console.log(${JSON.stringify(JSON.stringify(printed))})`;
  };
  const baseline = { number: 1, name: 'baseline', phase: 'expand', state: 'done', version: '0.1.0', documents: 0 };
  const installAll = async (last: object = baseline) => {
    for (const service of migratedServices)
      await install(`services/${service}/dist/prepare.js`, status(service, service === 'leads' ? last : baseline));
  };

  it('migrate prepares the database of every service, with the environment of the container', async () => {
    await installAll();
    expect(await run(migrate)).toBe(0);
    const started = await calls();
    expect(started.map(({ args }) => args)).toEqual(migratedServices.map(() => []));
    expect(printed.at(-1)).toBe('\nAll data is up to date.');
    expect(started.map(({ program }) => program)).toEqual(
      migratedServices.map((service) => `services/${service}/dist/prepare.js`),
    );
    for (const { env } of started) expect(env).toMatchObject({ MONGODB_URI_FILE: '/run/secrets/mongodb_uri' });
  });

  it('migrate status only reads, and shows what contract migrations wait for', async () => {
    await installAll({ ...baseline, phase: 'contract', state: 'pending', version: null });
    expect(await run(migrate, { args: ['status'] })).toBe(0);
    expect((await calls()).map(({ args }) => args)).toEqual(migratedServices.map(() => ['status']));
    const lines = printed.join('\n').split('\n');
    expect(lines[1]).toMatch(/^docfolio_gateway +1 +baseline +expand +done +0.1.0$/);
    expect(lines[2]).toMatch(/^docfolio_leads +1 +baseline +contract +waits for 2 processes of 0.1.0$/);
    expect(lines.at(-1)).toBe('1 migration is not completed.');
  });

  it('migrate names data of a newer version, and refuses an unknown command', async () => {
    await installAll({ ...baseline, state: 'unknown' });
    await run(migrate, { args: ['status'] });
    expect(printed.at(-1)).toBe('\nA newer version has migrated the data: start that version.');
    await expect(run(migrate, { args: ['down'] })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('migrate stops at the first service that fails and names it', async () => {
    await installAll();
    await install('services/leads/dist/prepare.js', 'process.exit(3)');
    await expect(run(migrate)).rejects.toThrow('The database of leads could not be prepared (exit code 3).');
    expect((await calls()).map(({ program }) => program)).toEqual([
      'services/gateway/dist/prepare.js',
      'services/leads/dist/prepare.js',
    ]);
  });

  it('fails naming the program if it is missing in the image', async () => {
    await expect(run(migrate)).rejects.toThrow('services/gateway/dist/prepare.js does not exist');
  });

  it('reports a program that was killed by a signal', async () => {
    await install('services/gateway/dist/admin.js', "process.kill(process.pid, 'SIGKILL')");
    await expect(run(admin)).rejects.toThrow(TaskError);
  });

  it('admin forwards arguments and returns the program’s exit code', async () => {
    await install('services/gateway/dist/admin.js', 'process.exit(2)');
    expect(await run(admin, { args: ['create', '--email', 'you@example.com'] })).toBe(2);
    expect((await calls())[0]?.args).toEqual(['create', '--email', 'you@example.com']);
  });

  it('backup and restore pass their arguments to the program of backups', async () => {
    await install('infra/backup/dist/main.js', 'process.exit(1)');
    expect(await run(backup, { args: ['verify', '--to', '/backups'] })).toBe(1);
    expect(await run(restore, { args: ['--discard-old'] })).toBe(1);
    expect((await calls()).map(({ args }) => args)).toEqual([
      ['backup', 'verify', '--to', '/backups'],
      ['restore', '--discard-old'],
    ]);
  });

  it('seed runs the seed programs of leads and content', async () => {
    await install('services/leads/dist/seed.js');
    await install('services/content/dist/seed.js');
    expect(await run(seed)).toBe(0);
    expect((await calls()).map(({ program }) => program)).toEqual([
      'services/leads/dist/seed.js',
      'services/content/dist/seed.js',
    ]);
  });

  describe('first-admin', () => {
    const program = 'services/gateway/dist/admin.js';
    const output = (result: unknown) => `console.log(${JSON.stringify(JSON.stringify(result))})`;

    it('prints a generated password', async () => {
      await install(program, output({ created: true, email: 'owner@example.com', password: 'generated-1' }));
      expect(await run(firstAdmin)).toBe(0);
      expect((await calls())[0]?.args).toEqual(['ensure-first']);
      expect(printed.join('\n')).toContain('password: generated-1');
    });

    it('does not print a password that the operator set', async () => {
      await install(program, output({ created: true, email: 'owner@example.com', password: null }));
      await run(firstAdmin);
      expect(printed).toEqual(['First admin created: owner@example.com, with the password from the configuration.']);
    });

    it('reports that an admin exists already', async () => {
      await install(program, output({ created: false }));
      expect(await run(firstAdmin)).toBe(0);
      expect(printed).toEqual(['An admin exists already; nothing to do.']);
    });

    it('passes the password file only if it exists', async () => {
      await install(program, output({ created: false }));
      const file = join(root, 'admin_password');
      await run(firstAdmin, { env: { ADMIN_PASSWORD_FILE: file } });
      await writeFile(file, 'chosen');
      await run(firstAdmin, { env: { ADMIN_PASSWORD_FILE: file } });
      expect((await calls()).map(({ env }) => env.ADMIN_PASSWORD_FILE)).toEqual(['', file]);
    });

    it('prints the password even if the program fails after it created the account', async () => {
      const result = output({ created: true, email: 'owner@example.com', password: 'generated-2' });
      await install(program, `${result}; process.exitCode = 1`);
      await expect(run(firstAdmin)).rejects.toThrow('exit code 1');
      expect(printed.join('\n')).toContain('password: generated-2');
    });

    it('fails when the program fails, and when it prints no result', async () => {
      await install(program, 'process.exit(1)');
      await expect(run(firstAdmin)).rejects.toThrow('The first admin could not be created (exit code 1).');
      await install(program);
      await expect(run(firstAdmin)).rejects.toThrow('printed no result');
    });
  });
});
