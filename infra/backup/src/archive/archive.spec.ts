import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import {
  folder,
  leads,
  pathOf,
  readRows,
  refusalOf,
  rows,
  store,
  useArchiveFolder,
  write,
} from '../testing/small-archive.js';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { archiveFormat, type Manifest } from './manifest.js';
import { jsonLine } from './records.js';

useArchiveFolder();

function changeManifest(id: string, change: (manifest: Manifest) => object): void {
  const path = pathOf(id, 'manifest.json');
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

describe('a backup', () => {
  it('is read back as it was written, with counts and checksums', async () => {
    const id = await write();
    expect(await readRows(id)).toEqual(rows);
    const reader = await ArchiveReader.open(store, id);
    await reader.verify();
    expect(reader.manifest.parts.map(({ name, records }) => [name, records])).toEqual([
      [leads, 5_000],
      ['secrets.json', 1],
    ]);
  });

  it('leaves nothing in the store if one of its sources fails', async () => {
    const writer = await ArchiveWriter.create(store, 'id');
    const failing = writer.add({
      kind: 'redis',
      source: 'start',
      async *content() {
        yield jsonLine({});
        throw new Error('Redis is gone');
      },
    });
    expect(await rejectionOf(failing)).toMatchObject({ message: 'Redis is gone' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused without a manifest, as after an interruption', async () => {
    const id = await write();
    rmSync(pathOf(id, 'manifest.json'));
    expect(await refusalOf(id)).toContain('It has no manifest.json');
  });

  it('is refused if its manifest is damaged, of something else or of a newer format', async () => {
    const id = await write();
    changeManifest(id, (manifest) => ({ ...manifest, format: archiveFormat + 1 }));
    expect(await refusalOf(id)).toContain(`It has format ${archiveFormat + 1}`);
    changeManifest(id, () => ({ name: 'a web app' }));
    expect(await refusalOf(id)).toContain('not of a backup');
    truncateSync(pathOf(id, 'manifest.json'), 10);
    expect(await refusalOf(id)).toContain('not JSON');
  });

  it('is refused if a part is missing, cut off, changed, or holds fewer records', async () => {
    const id = await write();
    const path = pathOf(id, leads);
    const content = readFileSync(path);
    truncateSync(path, content.length - 1);
    expect(await refusalOf(id)).toContain(`${leads} is damaged`);
    for (const at of [0, content.length >> 1, content.length - 1]) {
      const changed = Buffer.from(content);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(path, changed);
      expect(await refusalOf(id)).toContain(`${leads} is damaged`);
    }
    rmSync(path);
    expect(await refusalOf(id)).toContain(`${leads} is missing`);
    writeFileSync(path, content);
    changeManifest(id, (manifest) => ({
      ...manifest,
      parts: manifest.parts.map((part) => (part.name === leads ? { ...part, records: 4_999 } : part)),
    }));
    expect(await refusalOf(id)).toBe(`${leads} is damaged: it holds more than 4999 records.`);
  });
});

describe('an encrypted backup', () => {
  it('is read with the private key of its recipient, unless a part is changed', async () => {
    const identity = await generateX25519Identity();
    const id = await write({ recipient: await identityToRecipient(identity) });
    const reader = await ArchiveReader.open(store, id, { key: { identity } });
    await reader.verify();
    expect(await text(await reader.read(reader.partsOf('secrets')[0]!))).toBe('{"jwtSecret":"s3cret"}');
    const other = await generateX25519Identity();
    expect(await refusalOf(id, { key: { identity: other } })).toContain(
      'The private key is not the one of this backup',
    );
    const path = pathOf(id, `${leads}.age`);
    const content = readFileSync(path);
    content[content.length >> 1]! ^= 1;
    writeFileSync(path, content);
    expect(await refusalOf(id, { key: { identity } })).toContain(`${leads}.age is damaged`);
  });

  it('is not made for an invalid recipient', async () => {
    expect(await rejectionOf(write({ recipient: 'age1nobody' }))).toMatchObject({ name: 'BackupError' });
  });
});

describe('a folder of backups', () => {
  it('lists and removes files, and folders with their last file', async () => {
    await store.put('a/b/c', Readable.from([Buffer.from('c')]));
    await store.put('a/d', Readable.from([Buffer.from('d')]));
    const names = async () => {
      const found: string[] = [];
      for await (const name of store.list('a/')) found.push(name);
      return found;
    };
    expect(await names()).toEqual(['a/b/c', 'a/d']);
    await store.remove('a/b/c');
    expect(readdirSync(join(folder, 'a'))).toEqual(['d']);
    await store.remove('a/d');
    expect(readdirSync(folder)).toEqual([]);
  });
});
