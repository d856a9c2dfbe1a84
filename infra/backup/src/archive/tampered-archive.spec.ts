import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pack } from 'tar-stream';
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
import { type Access, ArchiveReader } from './archive-reader.js';
import type { Manifest, Part } from './manifest.js';

useArchiveFolder();

let access: Access;
let recipient: string;
beforeAll(async () => {
  const identity = await generateX25519Identity();
  access = { key: { identity } };
  recipient = await identityToRecipient(identity);
});

function edit(id: string, change: (manifest: Manifest) => void): void {
  const path = pathOf(id, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest, null, 2));
}

/** Stores a part as an attacker does who can write to the place of the backups, and describes it in the manifest. */
function put(id: string, about: Pick<Part, 'name' | 'kind' | 'source' | 'records'>, content: Buffer): void {
  writeFileSync(pathOf(id, about.name), content);
  const part = { ...about, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  edit(id, (manifest) => {
    manifest.parts = [
      ...manifest.parts.filter(({ kind, source }) => kind !== part.kind || source !== part.source),
      part,
    ];
  });
}

const ofLeads = { kind: 'documents', source: 'docfolio_leads.leads' } as const;

describe('with the key of encrypted backups', () => {
  it('a backup that is not encrypted is refused, and opened without the key', async () => {
    const id = await write();
    expect(await refusalOf(id, access)).toBe(
      'It is not encrypted, although a private key is given: anybody could have written it. Add --plain if you made it so.',
    );
    expect(await readRows(id)).toEqual(rows);
  });

  it('a part that is not encrypted is refused, sealed or not', async () => {
    const id = await write({ recipient });
    put(id, { ...ofLeads, name: leads, records: 1 }, gzipSync('{"_id":"forged"}\n'));
    for (const given of [access, { ...access, unsealed: true }])
      expect(await refusalOf(id, given)).toContain(`Its part "${leads}" is not encrypted, although the backup is`);
  });

  it.each<[string, (manifest: Manifest) => void]>([
    ['a part is missing', (manifest) => manifest.parts.pop()],
    ['parts are in another order', (manifest) => manifest.parts.reverse()],
    [
      'two parts have changed places',
      ({ parts }) => {
        const [, documents, secrets] = parts;
        const { bytes, sha256 } = documents!;
        Object.assign(documents!, { bytes: secrets!.bytes, sha256: secrets!.sha256 });
        Object.assign(secrets!, { bytes, sha256 });
      },
    ],
    [
      'a part has another name',
      ({ parts }) =>
        Object.assign(parts[1]!, {
          source: 'docfolio_leads.clients',
          name: 'mongodb/docfolio_leads/clients.jsonl.gz.age',
        }),
    ],
    ['a part has fewer records', ({ parts }) => Object.assign(parts[1]!, { records: 1 })],
    ['the version is another', (manifest) => Object.assign(manifest, { platform: '0.0.1' })],
  ])('a manifest in which %s is refused', async (_what, change) => {
    const id = await write({ recipient });
    edit(id, change);
    expect(await refusalOf(id, access)).toBe(
      'It is not as it was sealed: its manifest was changed, or is of another backup.',
    );
  });

  it('parts of another backup, and an older backup under a newer id, are refused', async () => {
    const [id, older] = [await write({ recipient }), await write({ recipient })];
    const newer = '29990101T000000Z-000000';
    cpSync(join(folder, older), join(folder, newer), { recursive: true });
    expect(await refusalOf(newer, access)).toContain('It is not as it was sealed');
    cpSync(pathOf(older, `${leads}.age`), pathOf(id, `${leads}.age`));
    expect(await refusalOf(id, access)).toContain(`${leads}.age is damaged`);
    cpSync(pathOf(older, 'manifest.json'), pathOf(id, 'manifest.json'));
    expect(await refusalOf(id, access)).toContain('key.age is damaged');
  });

  it('a backup without a seal is refused, and restored when the caller accepts it', async () => {
    const id = await write({ recipient });
    await (await ArchiveReader.open(store, id, access)).verify();
    rmSync(pathOf(id, 'manifest.seal'));
    expect(await refusalOf(id, access)).toContain('It has no seal, so that parts may be missing or exchanged.');
    const reader = await ArchiveReader.open(store, id, { ...access, unsealed: true });
    await reader.verify();
    expect(reader.proof).toBe('encryption');
    writeFileSync(pathOf(id, 'manifest.seal'), 'ff'.repeat(32));
    expect(await refusalOf(id, { ...access, unsealed: true })).toContain('It is not as it was sealed');
  });
});

describe('a part is refused', () => {
  it.each<[string, Partial<Part>]>([
    ['above the folder', { name: '../../etc/leads.jsonl.gz' }],
    ['by an absolute path', { name: '/etc/passwd' }],
    [
      'that climbs by its collection',
      { source: 'docfolio_leads.a/../../x', name: 'mongodb/docfolio_leads/a/../../x.jsonl.gz' },
    ],
    ['of another database', { source: 'admin.users', name: 'mongodb/admin/users.jsonl.gz' }],
    [
      'of the database itself',
      { source: 'docfolio_leads.system.users', name: 'mongodb/docfolio_leads/system.users.jsonl.gz' },
    ],
    ['of another collection than it says', { source: 'docfolio_gateway.users' }],
    [
      'of a replaced collection',
      { source: 'docfolio_leads.replaced.x', name: 'mongodb/docfolio_leads/replaced.x.jsonl.gz' },
    ],
  ])('%s', async (_what, change) => {
    const id = await write();
    edit(id, ({ parts }) => Object.assign(parts[0]!, change));
    expect(await refusalOf(id)).toContain('does not belong into a backup of Docfolio');
  });

  it('that is listed twice, or ten thousand times', async () => {
    const id = await write();
    edit(id, ({ parts }) => parts.push(parts[0]!));
    expect(await refusalOf(id)).toContain('is listed twice');
    edit(id, (manifest) => {
      manifest.parts = Array.from({ length: 10_001 }, () => manifest.parts[0]!);
    });
    expect(await refusalOf(id)).toContain('not of a backup: parts');
    writeFileSync(pathOf(id, 'manifest.json'), Buffer.alloc(17 * 1024 * 1024, ' '));
    expect(await refusalOf(id)).toBe('manifest.json is damaged: it has more than 16777216 bytes.');
  });

  it('that is a symbolic link, in a linked folder, or no file', async () => {
    const id = await write();
    const path = pathOf(id, leads);
    cpSync(path, join(folder, 'elsewhere'));
    rmSync(path);
    symlinkSync(join(folder, 'elsewhere'), path);
    expect(await refusalOf(id)).toContain('outside the folder of the backups');
    rmSync(pathOf(id, 'mongodb'), { recursive: true });
    symlinkSync('/proc', pathOf(id, 'mongodb'));
    expect(await refusalOf(id)).toMatch(/is missing|outside the folder/);
    rmSync(pathOf(id, 'secrets.json'));
    symlinkSync('/dev/zero', pathOf(id, 'secrets.json'));
    edit(id, ({ parts }) => void parts.shift());
    expect(await refusalOf(id)).toContain('outside the folder of the backups');
  });

  it('whose file goes on after its end', async () => {
    const id = await write();
    writeFileSync(pathOf(id, leads), Buffer.concat([readFileSync(pathOf(id, leads)), Buffer.alloc(1_000_000)]));
    expect(await refusalOf(id)).toContain(`${leads} is damaged: it has more than`);
  });

  it('that expands beyond measure, to one line or to many, or holds more records than it says', async () => {
    const id = await write();
    const about = { ...ofLeads, name: leads };
    const spaces = gzipSync(Buffer.alloc(120 * 1024 * 1024, ' '), { level: 9 });
    put(id, { ...about, records: 1 }, spaces);
    expect(await refusalOf(id)).toContain(`${leads} is refused: ${spaces.length} bytes expand to more than`);
    const lines = gzipSync(`"${' '.repeat(1_000_000)}"\n`.repeat(120), { level: 9 });
    put(id, { ...about, records: Number.MAX_SAFE_INTEGER }, lines);
    expect(await refusalOf(id)).toContain(`${leads} is refused: ${lines.length} bytes expand to more than`);
    put(id, { ...about, records: 10 }, lines);
    expect(await refusalOf(id)).toBe(`${leads} is damaged: it holds more than 10 records.`);
  });

  it('whose files lead out of their folder', async () => {
    const id = await write();
    for (const name of ['../outside', '/etc/cron.d/x', 'a/../../b']) {
      const archive = pack();
      archive.entry({ name, pax: { 'DOCFOLIO.contenttype': 'text/plain' } }, 'text');
      archive.finalize();
      const chunks: Buffer[] = [];
      for await (const chunk of archive) chunks.push(chunk as Buffer);
      const part = { kind: 'objects', source: 'media', name: 'objects/media.tar', records: 1 } as const;
      cpSync(pathOf(id, 'mongodb'), pathOf(id, 'objects'), { recursive: true });
      put(id, part, Buffer.concat(chunks));
      expect(await refusalOf(id)).toContain(`objects/media.tar is refused: "${name}" is no name of a file.`);
    }
  });
});
