import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorError } from '@docfolio/process/operator-error';
import { hasDatabase } from '../declared-process.js';
import { operatorProgram } from '../operator-program.js';
import { processes } from '../processes.js';
import { testInstallation } from '../testing/test-installation.js';

/** How a program was started, as recorded by itself. */
interface Call {
  program: string;
  args: string[];
  env: Record<string, string>;
}

describe('commands that start programs of the services', () => {
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
  const run = (line: string, env: NodeJS.ProcessEnv = {}) => {
    const given = { MONGODB_URI_FILE: '/run/secrets/mongodb_uri', ...env };
    const at = testInstallation({ root, env: given, print: (text) => printed.push(text) });
    return operatorProgram(at).parseAsync(line.split(' '), { from: 'user' });
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'docfolio-tasks-'));
    printed = [];
  });
  afterEach(() => rm(root, { recursive: true }));

  const owners = processes.filter(hasDatabase);

  const status = (service: string, ...migrations: object[]) => {
    const olderReplicas = [{ version: '0.1.0' }, { version: '0.1.0' }];
    const printed = { database: `docfolio_${service}`, migrations, olderReplicas };
    return `console.log('{"level":"info","msg":"prepared"}'); console.log(${JSON.stringify(JSON.stringify(printed))})`;
  };
  const baseline = { number: 1, name: 'baseline', phase: 'expand', state: 'done', version: '0.1.0', documents: 0 };
  const installAll = async (last: object = baseline) => {
    for (const { name, main } of owners) await install(main.entry, status(name, name === 'leads' ? last : baseline));
  };

  it('migrate prepares the database of every service, with the environment of the container', async () => {
    await installAll();
    await run('migrate');
    const started = await calls();
    expect(started.map(({ args }) => args)).toEqual(owners.map(() => ['prepare']));
    expect(printed.at(-1)).toBe('\nAll data is up to date.');
    expect(started.map(({ program }) => program)).toEqual(owners.map(({ main }) => main.entry));
    for (const { env } of started) expect(env).toMatchObject({ MONGODB_URI_FILE: '/run/secrets/mongodb_uri' });
  });

  it('migrate status only reads, and shows what contract migrations wait for', async () => {
    await installAll({ ...baseline, phase: 'contract', state: 'pending', version: null });
    await run('migrate status');
    expect((await calls()).map(({ args }) => args)).toEqual(owners.map(() => ['prepare', 'status']));
    const lines = printed.join('\n').split('\n');
    expect(lines[1]).toMatch(/^docfolio_gateway +1 +baseline +expand +done +0.1.0$/);
    expect(lines[3]).toMatch(/^docfolio_leads +1 +baseline +contract +waits for 2 processes of 0.1.0$/);
    expect(lines.at(-1)).toBe('1 migration is not completed.');
  });

  it('migrate names data of a newer version', async () => {
    await installAll({ ...baseline, state: 'unknown' });
    await run('migrate status');
    expect(printed.at(-1)).toBe('\nA newer version has migrated the data: start that version.');
  });

  it('migrate stops at the first service that fails and names it', async () => {
    await installAll();
    await install('services/leads/dist/main.js', 'process.exit(3)');
    await expect(run('migrate')).rejects.toThrow('The database of leads could not be prepared (exit code 3).');
    expect((await calls()).map(({ program }) => program)).toEqual([
      'services/gateway/dist/main.js',
      'services/content/dist/main.js',
      'services/leads/dist/main.js',
    ]);
  });

  it('fails naming the program if it is missing in the image', async () => {
    await expect(run('migrate')).rejects.toThrow('services/gateway/dist/main.js does not exist');
  });

  it('reports a program that was killed by a signal', async () => {
    await install('services/gateway/dist/admin.js', "process.kill(process.pid, 'SIGKILL')");
    await expect(run('admin create')).rejects.toThrow(OperatorError);
  });

  it('admin forwards arguments and returns the program’s exit code', async () => {
    await install('services/gateway/dist/admin.js', 'process.exit(2)');
    await expect(run('admin create --email you@example.com')).rejects.toMatchObject({ exitCode: 2 });
    await expect(run('admin create-token --name CI --scope a --scope b')).rejects.toMatchObject({ exitCode: 2 });
    await expect(run('admin reset-password --email a@b.c --revoke-tokens')).rejects.toMatchObject({ exitCode: 2 });
    await expect(run('admin create --email a@b.c --password=-s3cret')).rejects.toMatchObject({ exitCode: 2 });
    expect((await calls()).map(({ args }) => args.join(' '))).toEqual([
      'create --email=you@example.com',
      'create-token --name=CI --scope=a --scope=b',
      'reset-password --email=a@b.c --revoke-tokens',
      'create --email=a@b.c --password=-s3cret',
    ]);
  });

  it('seed runs the seed programs of leads and content', async () => {
    await install('services/leads/dist/seed.js');
    await install('services/content/dist/seed.js');
    await run('seed');
    expect((await calls()).map(({ program }) => program)).toEqual([
      'services/content/dist/seed.js',
      'services/leads/dist/seed.js',
    ]);
  });

  it('seed with numbers of records runs the programs that make them up', async () => {
    await install('services/leads/dist/bulk-seed.js');
    await install('services/content/dist/bulk-seed.js');
    await run('seed --leads 100000 --inquiries=50 --posts 3');
    expect((await calls()).map(({ program, args }) => [program, ...args])).toEqual([
      ['services/leads/dist/bulk-seed.js', '--leads', '100000', '--inquiries', '50'],
      ['services/content/dist/bulk-seed.js', '--posts', '3'],
    ]);
  });

  describe('first-admin', () => {
    const program = 'services/gateway/dist/admin.js';
    const output = (result: unknown) => `console.log(${JSON.stringify(JSON.stringify(result))})`;

    it('prints a generated password', async () => {
      await install(program, output({ created: true, email: 'owner@example.com', password: 'generated-1' }));
      await run('first-admin');
      expect((await calls())[0]?.args).toEqual(['ensure-first']);
      expect(printed.join('\n')).toContain('password: generated-1');
    });

    it('does not print a password that the operator set', async () => {
      await install(program, output({ created: true, email: 'owner@example.com', password: null }));
      await run('first-admin');
      expect(printed).toEqual(['First admin created: owner@example.com, with the password from the configuration.']);
    });

    it('reports that an admin exists already', async () => {
      await install(program, output({ created: false }));
      await run('first-admin');
      expect(printed).toEqual(['An admin exists already; nothing to do.']);
    });

    it('passes the password file only if it exists', async () => {
      await install(program, output({ created: false }));
      const file = join(root, 'admin_password');
      await run('first-admin', { ADMIN_PASSWORD_FILE: file });
      await writeFile(file, 'chosen');
      await run('first-admin', { ADMIN_PASSWORD_FILE: file });
      expect((await calls()).map(({ env }) => env.ADMIN_PASSWORD_FILE)).toEqual(['', file]);
    });

    it('prints the password even if the program fails after it created the account', async () => {
      const result = output({ created: true, email: 'owner@example.com', password: 'generated-2' });
      await install(program, `${result}; process.exitCode = 1`);
      await expect(run('first-admin')).rejects.toThrow('exit code 1');
      expect(printed.join('\n')).toContain('password: generated-2');
    });

    it('fails when the program fails, and when it prints no result', async () => {
      await install(program, 'process.exit(1)');
      await expect(run('first-admin')).rejects.toThrow('The first admin could not be created (exit code 1).');
      await install(program);
      await expect(run('first-admin')).rejects.toThrow('printed no result');
    });
  });
});
