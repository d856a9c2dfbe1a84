import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildRecord } from '@docfolio/contracts/remote';
import { contractFile, describeBuild, manifestFile } from './build-folder.js';
import { openSignedBuild, signBuild } from './signed-build.js';
import { generateKeys, readPrivateKey, readPublicKeys } from './signing-keys.js';

const origin = {
  ...{ remote: 'blog', commit: 'e07b6d1'.padEnd(40, '0'), subject: 'Reading list under each post' },
  ...{ created_at: '2026-01-02T03:04:05.000Z', created_by: 'Jonas Adler' },
};
const contract = 'a'.repeat(64);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'remote-build-'));
  await mkdir(join(directory, 'server'));
  await writeFile(join(directory, manifestFile), '{}');
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

  it.each([manifestFile, contractFile])('is refused without %s', async (file) => {
    await rm(join(directory, file));
    await expect(describeBuild(directory, origin)).rejects.toThrow(`${file} is missing`);
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

describe('keys', () => {
  it('are refused if they are not Ed25519 keys', () => {
    expect(() => readPublicKeys('bm90IGEga2V5')).toThrow();
    expect(() => readPrivateKey(generateKeys().publicKey)).toThrow();
  });
});
