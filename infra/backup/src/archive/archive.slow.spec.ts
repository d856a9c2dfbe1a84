/**
 * Derives keys from passphrases, each of which takes a second or more.
 * @subject infra/backup/src/archive/encryption.ts infra/backup/src/archive/archive-reader.ts
 * @everyday infra/backup/src/archive/archive.spec.ts
 */
import { readFileSync } from 'node:fs';
import { leads, pathOf, readRows, refusalOf, rows, useArchiveFolder, write } from '../testing/small-archive.js';

useArchiveFolder();

jest.setTimeout(600_000);

it('an encrypted backup is read with its passphrase, and shows nothing to others', async () => {
  const id = await write({ passphrase: 'correct horse' });
  expect(await readRows(id, { key: { passphrase: 'correct horse' } })).toEqual(rows);
  for (const file of ['secrets.json.age', `${leads}.age`])
    expect(readFileSync(pathOf(id, file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(await refusalOf(id, { key: { passphrase: 'wrong' } })).toContain(
    'The passphrase is not the one of this backup',
  );
  expect(await refusalOf(id)).toContain('It is encrypted');
});
