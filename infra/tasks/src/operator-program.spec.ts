import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorProgram, runOperator } from './operator-program.js';
import { testInstallation } from './testing/test-installation.js';

const output = { out: '', err: '' };
beforeEach(() => {
  Object.assign(output, { out: '', err: '' });
  const collect = (to: keyof typeof output) => (text: unknown) => {
    output[to] += `${text}`;
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(collect('out'));
  jest.spyOn(process.stderr, 'write').mockImplementation(collect('err'));
  jest.spyOn(console, 'error').mockImplementation(collect('err'));
});
afterEach(() => jest.restoreAllMocks());

const inContainer = testInstallation();
const inCheckout = { ...inContainer, program: 'npm run docfolio --', moveData: async () => undefined };

describe('the operator program', () => {
  const everywhere = ['admin', 'seed', 'migrate', 'quarantine', 'remotes', 'backup', 'restore'];

  it.each([
    ['a container', inContainer, ['first-admin', 'generate-secrets', 'prepare-mongodb', 'prepare-volumes']],
    ['a checkout', inCheckout, ['move-data']],
  ])('has the same commands in %s and those that only work there, and --help lists them', async (_where, at, own) => {
    expect(operatorProgram(at).commands.map((command) => command.name())).toEqual([...everywhere, ...own]);
    expect(await runOperator(at, ['--help'])).toBe(0);
    for (const name of [...everywhere, ...own]) expect(output.out).toMatch(new RegExp(`^  ${name} .*  [a-z]`, 'm'));
    expect(output.out).toContain(`Usage: ${at.program} `);
  });

  it('declares a sentence for every command and every option', () => {
    for (const command of [inContainer, inCheckout].flatMap((at) => operatorProgram(at).commands)) {
      for (const each of [command, ...command.commands]) {
        expect([each.name(), each.description()]).toEqual([each.name(), expect.stringMatching(/\w+ \w+/)]);
        for (const option of each.options) expect([option.long, option.description]).not.toContain('');
      }
    }
  });

  it.each([
    [[]],
    [['toString']],
    [['backup', 'remove']],
    [['backup', 'list', '--keep', '7d']],
    [['backup', '--to', 'elsewhere', 'list']],
    [['backup', 'verify', '--recipient', 'age1x']],
    [['restore', '--nothing']],
    [['migrate', 'down']],
    [['admin']],
    [['admin', 'destroy']],
    [['admin', 'reset-password']],
    [['admin', 'create', '--mail', 'x']],
    [['quarantine', 'list', 'x']],
  ])('refuses the arguments %j with exit code 2, and says where to read on', async (args) => {
    expect(await runOperator(inContainer, args)).toBe(2);
    expect(output.err).toContain('--help');
  });

  it.each([
    [['--leads', '0'], 'Say how many'],
    [['--leads', 'abc'], 'Expected a whole number'],
    [['--leads=-1'], 'Expected a whole number'],
    [['--leads', '1e3'], 'Expected a whole number'],
    [['--leads', '1.5'], 'Expected a whole number'],
    [['--leads', '1000001'], 'Expected a whole number'],
    [['--leads'], '--leads'],
    [['--lead', '5'], 'unknown option'],
    [['--leads', '5', 'more'], 'too many arguments'],
    [['--inquiries', '5'], 'Inquiries are sent by leads'],
  ])('seed refuses the arguments %j with exit code 2', async (args, message) => {
    expect(await runOperator(inContainer, ['seed', ...args])).toBe(2);
    expect(output.err).toContain(message);
  });

  it('restore refuses no backup, and --discard-old with anything else', async () => {
    expect(await runOperator(inContainer, ['restore'])).toBe(2);
    expect(output.err).toContain('Say which backup: tasks backup list shows them.');
    expect(await runOperator(inContainer, ['restore', '--discard-old', '20261124T031500Z-abcdef'])).toBe(2);
    expect(await runOperator(inContainer, ['restore', '--discard-old', '--plain'])).toBe(2);
    expect(output.err).toContain('goes with nothing else');
  });
});

describe('prepare-volumes', () => {
  let folder: string;
  const run = (...args: string[]) => runOperator(inContainer, ['prepare-volumes', ...args]);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docfolio-volume-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('does not change a volume that has the right owner', async () => {
    const { uid, gid } = await stat(folder);
    expect(await run(`${folder}=${uid}:${gid}`)).toBe(0);
  });

  it('refuses anything but a path with user and group', async () => {
    expect(await run(`${folder}=node`)).toBe(2);
  });

  it('names a volume that is not mounted', async () => {
    expect(await run(`${folder}/missing=1:1`)).toBe(1);
    expect(output.err).toContain(`${folder}/missing is not a folder.`);
  });
});
