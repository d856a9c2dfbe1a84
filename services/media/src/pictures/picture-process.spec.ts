import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notAnImage } from '@docfolio/contracts/entities/image';
import { rejectionOf, waitFor } from '@docfolio/service-kit/testing/wait-for';
import sharp from 'sharp';
import { noise } from '../testing/pictures.js';
import { PictureProcess } from './picture-process.js';

const program = join(__dirname, '../../dist/pictures/picture-program.js');

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the picture program', () => {
  let folder: string;
  let pictures: PictureProcess;

  const file = (name: string) => join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docfolio-pictures-'));
  });
  afterEach(() => {
    pictures.onApplicationShutdown();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is started for the first picture, does the next ones, and ends when there are no more', async () => {
    pictures = new PictureProcess(program, 300);
    expect(pictures.pid).toBeUndefined();
    writeFileSync(file('upload'), await noise(800, 40).png().toBuffer());
    const prepared = await pictures.prepare(file('upload'), file('stored'));
    expect(prepared).toMatchObject({ type: 'image/png', width: 800, height: 40, animated: false });
    expect(prepared.placeholder).toMatch(/^data:image\/webp;base64,/);
    const { pid } = pictures;
    await pictures.writeVariant(file('stored'), false, 320, file('variant'));
    expect(await sharp(await readFile(file('variant'))).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect(pictures.pid).toBe(pid);
    await waitFor('the end of the program', async () => !isRunning(pid!));
    expect(pictures.pid).toBeUndefined();
    await pictures.writeVariant(file('stored'), false, 320, file('again'));
    expect(pictures.pid).not.toBe(pid);
  });

  it('refuses what is no picture, as the service itself does', async () => {
    pictures = new PictureProcess(program);
    writeFileSync(file('upload'), Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]));
    expect(await rejectionOf(pictures.prepare(file('upload'), file('stored')))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'file', message: notAnImage }],
    });
  });

  it('fails one picture only when it crashes', async () => {
    pictures = new PictureProcess(program);
    writeFileSync(file('upload'), await noise(3_000, 3_000).webp().toBuffer());
    const failed = rejectionOf(pictures.prepare(file('upload'), file('stored')));
    process.kill(pictures.pid!, 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'unavailable', status: 503 });
    writeFileSync(file('upload'), await noise(60, 40).png().toBuffer());
    expect(await pictures.prepare(file('upload'), file('stored'))).toMatchObject({ width: 60 });
  });
});
