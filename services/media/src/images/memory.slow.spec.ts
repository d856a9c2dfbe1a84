/**
 * Measures the memory of the service during concurrent uploads.
 * @subject services/media/src/images services/media/src/pictures
 * @everyday services/media/src/images/uploads.spec.ts
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { image, imageSizeLimit } from '@docfolio/contracts/entities/image';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { hugePng, noise } from '../testing/pictures.js';

// Resident memory of the service's process. Concurrent uploads may raise it by 150 MB, what one picture may need.

const maxGrowth = 150;
const inProc = existsSync('/proc/self/status') ? describe : describe.skip;
const uploads = 50;

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
  // Warm up: libraries loaded by the first picture don't count.
  await upload(await noise(300, 200).jpeg().toBuffer());
});
afterAll(() => world.stop());

/** Returns a memory figure of the process in MB; `VmHWM` is the peak since the last reset. */
async function memory(which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${world.process().pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1_024;
}

/** Returns the seconds of processor time that the service has used: fields 14 and 15 of proc(5), in ticks of 10 ms. */
async function processorTime(): Promise<number> {
  const fields = (await readFile(`/proc/${world.process().pid}/stat`, 'utf8')).split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns by how many MB the peak memory during `work` exceeds the memory before it. */
async function growth(work: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${world.process().pid}/clear_refs`, '5');
  const before = await memory('VmRSS');
  await work();
  return (await memory('VmHWM')) - before;
}

function upload(bytes: Buffer): Promise<unknown> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  return world.sendBody(
    Readable.from([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    'multipart/form-data; boundary=b',
  );
}

inProc('the memory of the service', () => {
  it('grows by less than 50 MB during ten concurrent uploads of 20,000 x 20,000 pixels', async () => {
    const bytes = hugePng(20_000, 20_000);
    const grown = await growth(async () => {
      const responses = await Promise.allSettled(Array.from({ length: 10 }, () => upload(bytes)));
      for (const response of responses) expect(response).toMatchObject({ reason: { code: 'validation_failed' } });
    });
    expect(grown).toBeLessThan(maxGrowth / 3);
  });

  it('refuses ten uploads of 20,000 x 20,000 pixels in 10 s of processor time, because it does not decode them', async () => {
    const bytes = hugePng(20_000, 20_000);
    const before = await processorTime();
    await Promise.allSettled(Array.from({ length: 10 }, () => upload(bytes)));
    expect((await processorTime()) - before).toBeLessThan(10);
  });

  it(`grows by less than ${maxGrowth} MB during ${uploads} concurrent uploads of 5 MB, variants included`, async () => {
    const photograph = await noise(4_000, 3_000).jpeg({ quality: 92 }).toBuffer();
    expect(photograph.length).toBeGreaterThan(0.95 * imageSizeLimit);
    let made: unknown[] = [];
    const grown = await growth(async () => {
      made = await Promise.all(Array.from({ length: uploads }, () => upload(photograph)));
      for (const { name } of made.slice(0, 10).map((each) => image.parse(each)))
        await world.waitForVariants(name, 400_000);
    });
    expect(new Set(made.map((each) => image.parse(each).name)).size).toBe(uploads);
    expect(grown).toBeLessThan(maxGrowth);
  }, 480_000);
});
