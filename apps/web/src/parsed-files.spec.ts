import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ParsedFiles } from './parsed-files.js';

const at = new Date('2026-01-01T00:00:00Z');
let folder: string;
let file: string;
let files: ParsedFiles;

/** Writes the file with the given time of modification. */
async function write(text: string, modified = at, path = file): Promise<void> {
  await writeFile(path, text);
  await utimes(path, modified, modified);
}
/** Returns a parser that counts its calls. */
const parser = () => jest.fn((text: string) => ({ text }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parsed-files-'));
  file = join(folder, 'manifest.json');
  files = new ParsedFiles();
  await write('one');
});
afterEach(() => rm(folder, { recursive: true }));

describe('parsed files', () => {
  it('reads and parses a file once while it does not change, also for concurrent callers', async () => {
    const parse = parser();
    const all = await Promise.all(Array.from({ length: 10 }, () => files.read(file, parse)));
    all.push(await files.read(file, parse));
    expect(parse.mock.calls).toEqual([['one']]);
    for (const each of all) expect(each).toBe(all[0]);
  });

  it.each<[what: string, change: () => Promise<void>, text: string]>([
    ['its time of modification', () => write('two', new Date(at.getTime() + 1_000)), 'two'],
    ['its size', () => write('three'), 'three'],
    [
      'only its inode',
      async () => {
        await write('two', at, `${file}.next`);
        await rename(`${file}.next`, file);
      },
      'two',
    ],
  ])('reads a file again after %s has changed', async (_what, change, text) => {
    const parse = parser();
    await files.read(file, parse);
    await change();
    expect([await files.read(file, parse), await files.read(file, parse)]).toEqual([{ text }, { text }]);
    expect(parse).toHaveBeenCalledTimes(2);
  });

  it('caches each file on its own', async () => {
    const other = join(folder, 'other.json');
    await write('other', at, other);
    expect([await files.read(file, parser()), await files.read(other, parser())]).toEqual([
      { text: 'one' },
      { text: 'other' },
    ]);
  });

  it('does not cache that a file is absent or cannot be parsed', async () => {
    await rm(file);
    await expect(files.read(file, parser())).rejects.toMatchObject({ code: 'ENOENT' });
    await write('one');
    await expect(files.read(file, () => JSON.parse('{'))).rejects.toThrow(SyntaxError);
    expect(await files.read(file, parser())).toEqual({ text: 'one' });
  });

  it('keeps what was read from a newer version when parsing an older one fails later', async () => {
    let fail: (error: Error) => void = () => undefined;
    const parsing = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const parse = parser();
    let older: Promise<never> = parsing;
    await new Promise<void>((began) => {
      older = files.read(file, () => {
        began();
        return parsing;
      }) as Promise<never>;
    });
    await write('newer');
    const newer = await files.read(file, parse);
    fail(new Error('no'));
    await expect(older).rejects.toThrow('no');
    expect(await files.read(file, parse)).toBe(newer);
    expect(parse).toHaveBeenCalledTimes(1);
  });
});
