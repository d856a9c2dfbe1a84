import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildRecord } from '@docfolio/contracts/entities/remote';
import { contractFile, describeBuild } from './build-folder.js';
import { assertServable, manifestFile, readManifest } from './manifest.js';
import { BuildRefused, openSignedBuild, signBuild } from './signed-build.js';
import { generateKeys, readPrivateKey, readPublicKeys } from './signing-keys.js';

const origin = {
  ...{ remote: 'blog', commit: 'e07b6d1'.padEnd(40, '0'), subject: 'Reading list under each post' },
  ...{ created_at: '2026-01-02T03:04:05.000Z', created_by: 'Jonas Adler' },
};
const contract = 'a'.repeat(64);

/** Returns the manifest of a build with an entry and more files to load first. */
const manifestOf = (entry: string, globalName = 'docfolio_blog', ...scripts: string[]) =>
  JSON.stringify({
    metaData: { globalName, remoteEntry: { name: entry, path: '' } },
    exposes: [{ assets: { js: { sync: scripts }, css: { sync: [] } } }],
  });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'remote-build-'));
  await mkdir(join(directory, 'server'));
  await writeFile(join(directory, manifestFile), manifestOf('remoteEntry.0123456789.js'));
  await writeFile(join(directory, contractFile), JSON.stringify({ hash: contract }));
  await writeFile(join(directory, 'server/server.js'), 'exports.Routes = () => null;');
  await writeFile(join(directory, 'remoteEntry.0123456789.js'), 'entry');
});
afterEach(() => rm(directory, { recursive: true }));

describe('the description of a build', () => {
  it('lists every file by path with size and hash', async () => {
    const { build, files } = await describeBuild(directory, origin);
    expect(files.map(({ path }) => path)).toEqual([
      ...[contractFile, manifestFile, 'remoteEntry.0123456789.js', 'server/server.js'],
    ]);
    const sha384 = createHash('sha384').update('entry').digest('base64');
    expect(files[2]).toEqual({ path: 'remoteEntry.0123456789.js', size: 5, sha384 });
    expect(build).toMatch(/^e07b6d1-[0-9a-f]{8}$/);
  });

  it('has the same id for equal files, and another for a changed byte or contract', async () => {
    const { build } = await describeBuild(directory, origin);
    const later = { ...origin, created_at: '2027-01-01T00:00:00.000Z', created_by: 'somebody else' };
    expect((await describeBuild(directory, later)).build).toBe(build);
    await writeFile(join(directory, 'remoteEntry.0123456789.js'), 'entrx');
    expect((await describeBuild(directory, origin)).build).not.toBe(build);
    await writeFile(join(directory, 'remoteEntry.0123456789.js'), 'entry');
    await writeFile(join(directory, contractFile), JSON.stringify({ hash: 'b'.repeat(64) }));
    expect((await describeBuild(directory, origin)).build).not.toBe(build);
  });

  it('is that of a remote with a hyphen in its name, too', async () => {
    await writeFile(join(directory, manifestFile), manifestOf('remoteEntry.0123456789.js', 'docfolio_reading-list'));
    expect((await describeBuild(directory, { ...origin, remote: 'reading-list' })).remote).toBe('reading-list');
  });

  it.each([manifestFile, contractFile])('is refused without %s', async (file) => {
    await rm(join(directory, file));
    await expect(describeBuild(directory, origin)).rejects.toThrow(`${file} is missing`);
  });

  it.each([
    ['{"metaData":', /^mf-manifest.json is not JSON: /],
    ['', /^mf-manifest.json is not JSON: /],
    ['null', /^mf-manifest.json is not a manifest of Module Federation: Invalid input: expected object/],
    ['{}', /^mf-manifest.json is not a manifest of Module Federation: metaData: Invalid input/],
    [manifestOf('remoteEntry.0123456789.js', 'a b'), /metaData.globalName: not the name of a variable/],
    [manifestOf('other.js'), 'mf-manifest.json names other.js, which the build does not have'],
    [manifestOf('../remoteEntry.0123456789.js'), 'which the build does not have'],
    [
      manifestOf('remoteEntry.0123456789.js', 'docfolio_blog', 'routes.js'),
      'names routes.js, which the build does not',
    ],
  ])('is refused with the manifest %s', async (text, message) => {
    await writeFile(join(directory, manifestFile), text);
    await expect(describeBuild(directory, origin)).rejects.toThrow(message);
  });

  it('has the pages that its pages.json lists, and none without one', async () => {
    expect((await describeBuild(directory, origin)).pages).toEqual([]);
    const pages = [{ path: '/blog/reading/list', title: 'Reading list', nav: { group: 'Guide', icon: 'pen' } }];
    await writeFile(join(directory, 'pages.json'), JSON.stringify(pages));
    const { files, ...described } = await describeBuild(directory, origin);
    expect(described.pages).toEqual(pages);
    expect(files.map(({ path }) => path)).toContain('pages.json');
  });

  it.each([
    ['[', /^pages.json is not JSON: /],
    ['{}', /^pages.json: Invalid input: expected array/],
    ['[{"path":"/books","title":"Books"}]', 'pages.json, page /books: Neither /blog nor below it'],
    ['[{"path":"/blog/a/b","title":""}]', 'pages.json, page /blog/a/b: title: A page needs a title'],
    ['[{"path":"/blog/a/b","title":"A"},7]', /^pages.json, page number 2: Invalid input/],
  ])('is refused with the pages.json %s', async (text, message) => {
    await writeFile(join(directory, 'pages.json'), text);
    await expect(describeBuild(directory, origin)).rejects.toThrow(message);
  });

  it('is refused with a file whose name no object store and URL would take', async () => {
    await writeFile(join(directory, 'a b.js'), '');
    await expect(describeBuild(directory, origin)).rejects.toThrow('a b.js: Not the path of a file');
  });
});

describe('a signed build', () => {
  const keys = generateKeys();
  const privateKey = readPrivateKey(keys.privateKey);
  let record: BuildRecord;
  beforeEach(async () => {
    record = await describeBuild(directory, origin);
  });

  it('opens with any of several public keys', () => {
    const publicKeys = readPublicKeys(`${generateKeys().publicKey}, ${keys.publicKey}`);
    expect(openSignedBuild(signBuild(record, privateKey), publicKeys)).toEqual(record);
  });

  it('is refused if its key is unknown', () => {
    const others = readPublicKeys(generateKeys().publicKey);
    expect(() => openSignedBuild(signBuild(record, privateKey), others)).toThrow(
      /No known key has the id [0-9a-f]{16}/,
    );
  });

  it('is refused if its key is named for another remote, also beside a key of its own remote', async () => {
    const team = generateKeys();
    const publicKeys = readPublicKeys(`reading=${keys.publicKey}, blog=${team.publicKey}`);
    expect(() => openSignedBuild(signBuild(record, privateKey), publicKeys)).toThrow(
      `The key ${signBuild(record, privateKey).key_id} may not sign builds of blog. If it should, add ` +
        `blog=${keys.publicKey} to REMOTES_PUBLIC_KEYS of media and web`,
    );
    expect(openSignedBuild(signBuild(record, readPrivateKey(team.privateKey)), publicKeys)).toEqual(record);
    const reading = await describeBuild(directory, { ...origin, remote: 'reading' });
    expect(openSignedBuild(signBuild(reading, privateKey), publicKeys)).toEqual(reading);
  });

  it.each([
    ['crm', 'without a name', (key: string) => key],
    ['crm', 'named *', (key: string) => `*=${key}`],
    ['ops', 'named *', (key: string) => `*=${key}`],
  ])('of %s is refused with a key %s, unless the key is named for this remote as well', async (remote, _, named) => {
    const signed = signBuild(await describeBuild(directory, { ...origin, remote }), privateKey);
    const everyRemote = named(keys.publicKey);
    expect(openSignedBuild(signBuild(record, privateKey), readPublicKeys(everyRemote))).toEqual(record);
    expect(() => openSignedBuild(signed, readPublicKeys(everyRemote))).toThrow(`may not sign builds of ${remote}`);
    expect(openSignedBuild(signed, readPublicKeys(`${everyRemote},${remote}=${keys.publicKey}`)).remote).toBe(remote);
  });

  it('is refused if one character of its record changed', () => {
    const signed = signBuild(record, privateKey);
    const changed = { ...signed, record: signed.record.replace('Reading', 'Rending') };
    expect(() => openSignedBuild(changed, readPublicKeys(keys.publicKey))).toThrow('The signature does not match');
  });

  it('is refused if its id belongs to other files', () => {
    const signed = signBuild({ ...record, build: 'e07b6d1-00000000' }, privateKey);
    expect(() => openSignedBuild(signed, readPublicKeys(keys.publicKey))).toThrow('does not match its files');
  });

  it('is refused if it is no build record, although the signature is right', () => {
    const signed = signBuild({ ...record, files: [] }, privateKey);
    expect(() => openSignedBuild(signed, readPublicKeys(keys.publicKey))).toThrow('The build record cannot be read');
  });
});

describe('the files of a build', () => {
  const filesOf = (...paths: string[]) => ({
    files: [manifestFile, ...paths].map((path) => ({ path, size: 1, sha384: 'a'.repeat(64) })),
  });

  it('are refused if one is a file and the folder of another', () => {
    expect(() => assertServable(filesOf('a', 'a/b'))).toThrow('a is a file, and a/b needs it as a folder');
    expect(() => assertServable(filesOf('x/y/z/file.js', 'x/y'))).toThrow('x/y is a file, and x/y/z/file.js needs it');
    expect(() => assertServable(filesOf('a', 'ab/c', 'a.js', 'a.d/e'))).not.toThrow();
  });

  it('are refused without a manifest', () => {
    const { files } = filesOf('a');
    expect(() => assertServable({ files: files.slice(1) })).toThrow('mf-manifest.json is missing');
    expect(() => readManifest('7', { files })).toThrow(BuildRefused);
  });
});

describe('keys', () => {
  it('are refused if they are not Ed25519 keys', () => {
    expect(() => readPublicKeys('bm90IGEga2V5')).toThrow();
    expect(() => readPrivateKey(generateKeys().publicKey)).toThrow();
  });

  it.each(['Reading', '1st', 'a_b', ''])('are refused with the name "%s", which no remote has', (name) => {
    expect(() => readPublicKeys(`${name}=${generateKeys().publicKey}`)).toThrow(
      `"${name}" is not the name of a remote`,
    );
  });
});
