import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { remotePages, reservedRemoteNames } from '@docfolio/contracts/entities/remote';
import { InvalidRequest } from '../request.js';
import { main, sourcesOf } from './new-remote.js';
import { dependenciesOf, packagesOf, readManifest } from './packages.js';
import { readRemoteRequest, refuseApp, refuseReserved } from './remote-request.js';

const root = join(__dirname, '../../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'new-remote-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (...args: string[]) => readRemoteRequest(args, root, folder);

describe('the request for a remote of its own', () => {
  it('takes title and folder from the name, beside the checkout', () => {
    expect(read('list-of-the-new-remote-spec')).toEqual({
      ...{ kind: 'new', name: 'list-of-the-new-remote-spec', title: 'List of the new remote spec', dryRun: false },
      directory: join(dirname(root), 'list-of-the-new-remote-spec'),
    });
  });

  it('takes a folder relative to where the user is, if it is new or empty', () => {
    mkdirSync(join(folder, 'empty'));
    for (const directory of ['empty', 'new/folder', join(folder, 'empty')])
      expect(read('notes', '--directory', directory)).toMatchObject({
        directory: join(folder, directory.split(folder).pop()!),
      });
  });

  it.each([
    [[], 'give one name'],
    [['one', 'two'], 'give one name'],
    [['Reading'], 'not a name of lower-case words'],
    [['reading_list'], 'not a name of lower-case words'],
    [['a'.repeat(32)], 'at most 31 characters'],
    [['../notes'], 'not a name of lower-case words'],
    [['notes', '--title', 'Say "notes"'], '--title: at most 60 characters'],
    [['notes', '--title', ''], '--title: at most 60 characters'],
    [['notes', '--tittle', 'Notes'], 'Unknown option'],
    [['notes', '--update', '.'], '--update takes only the folder'],
  ])('refuses %j', (args, problem) => {
    expect(() => read(...args)).toThrow(InvalidRequest);
    expect(() => read(...args)).toThrow(problem);
  });

  it('refuses a folder that is not empty, a file, and the checkout, also through a symbolic link', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => read('notes', '--directory', folder)).toThrow('exists and is not empty');
    expect(() => read('notes', '--directory', 'file')).toThrow('a file');
    symlinkSync(join(root, 'apps'), join(folder, 'link'));
    for (const inside of [root, join(root, 'apps/notes'), 'link/notes'])
      expect(() => read('notes', '--directory', inside)).toThrow('inside this checkout');
  });

  it('refuses names that the platform or an app of the checkout uses', () => {
    for (const name of ['blog', 'site', 'crm', 'ops', 'shell'])
      expect(() => refuseApp(name, root)).toThrow(`${name}: there is an app of this name`);
    for (const name of ['api', 'contact'])
      expect(() => refuseReserved(name, reservedRemoteNames)).toThrow(`${name}: the platform serves something else`);
    expect(() => refuseApp('reading-list', root)).not.toThrow();
    expect(() => refuseReserved('reading-list', reservedRemoteNames)).not.toThrow();
  });
});

describe('a repository that is written', () => {
  const sources = sourcesOf(root, { name: 'reading-list', title: 'Reading list' });

  it('has every placeholder filled', () => {
    for (const [path, text] of sources) expect(`${path}\n${text}`).not.toMatch(/<%|%>|\[object/);
    expect(sources.get('.github/workflows/deploy.yml')).toMatch(/\$\{\{ secrets\.DOCFOLIO_TOKEN \}\}/);
  });

  it('lists pages that a build of the remote may have, the first with an entry in the navigation', () => {
    const pages = remotePages('reading-list').parse(JSON.parse(sources.get('src/pages.json')!));
    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ['/reading-list', 'Reading list'],
      ['/reading-list/:id', 'Note'],
    ]);
    expect(pages[0]!.nav).toBeDefined();
    expect(() =>
      remotePages('a'.repeat(31)).parse(
        JSON.parse(sourcesOf(root, { name: 'a'.repeat(31), title: 'T'.repeat(60) }).get('src/pages.json')!),
      ),
    ).not.toThrow();
  });

  it('depends on all packages of ours that these need, and on exact versions of others', () => {
    const files = Object.fromEntries(packagesOf(root).map((name) => [name, `${name.slice(10)}.tgz`]));
    const { dependencies, devDependencies } = dependenciesOf(root, files);
    for (const name of packagesOf(root)) {
      expect(dependencies[name]).toBe(`file:vendor/${name.slice(10)}.tgz`);
      const needed = Object.keys(readManifest(join(root, 'libs', name.slice(10))).dependencies ?? {});
      expect(packagesOf(root)).toEqual(expect.arrayContaining(needed.filter((each) => each.startsWith('@docfolio/'))));
    }
    const others = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => !(name in files));
    expect(others.map(([name]) => name)).toEqual(expect.arrayContaining(['react', '@rspack/cli', 'typescript']));
    for (const [name, version] of others) expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+$/);
  });
});

it('ends with code 2, the problem and the usage if the request is refused, and writes nothing', async () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await main(['Notes', '--directory', 'notes'], root, folder)).toBe(2);
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^- Notes: not a name.*\n\nnpm run new -- remote/));
  expect(existsSync(join(folder, 'notes'))).toBe(false);
  printed.mockRestore();
});
