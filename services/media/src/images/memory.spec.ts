import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { image, imageSizeLimit } from '@docfolio/contracts/image';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { hugePng, noise } from '../testing/pictures.js';

// What the service's process takes of memory, as the kernel counts it. It may be 150 MB more than when it does
// nothing: what one picture takes, however many come at once.

const allowed = 150;
const inProc = existsSync('/proc/self/status') ? describe : describe.skip;
const uploads = 50;

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
  // What is loaded with the first picture isn't what a picture takes.
  await sent(await noise(300, 200).jpeg().toBuffer());
}, 60_000);
afterAll(() => world.stop());

/** @returns MB of the process: now, or at most since it was last reset */
async function memory(which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${world.process().pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1_024;
}

/** @returns MB by which the process has grown at most while something was done */
async function growth(work: () => Promise<void>): Promise<number> {
  await writeFile(`/proc/${world.process().pid}/clear_refs`, '5');
  const before = await memory('VmRSS');
  await work();
  return (await memory('VmHWM')) - before;
}

/** Sends a file without a copy of it for each who sends it. */
function sent(bytes: Buffer): Promise<unknown> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  return world.send(
    Readable.from([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    'multipart/form-data; boundary=b',
  );
}

inProc('the memory of the service', () => {
  it('stays where it is under a picture of 20,000 x 20,000 pixels, ten times at once', async () => {
    const bytes = hugePng(20_000, 20_000);
    const grown = await growth(async () => {
      const answers = await Promise.allSettled(Array.from({ length: 10 }, () => sent(bytes)));
      for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'validation_failed' } });
    });
    expect(grown).toBeLessThan(allowed / 3);
  });

  it(`grows by less than ${allowed} MB under ${uploads} uploads of 5 MB at once, variants included`, async () => {
    const photograph = await noise(4_000, 3_000).jpeg({ quality: 92 }).toBuffer();
    expect(photograph.length).toBeGreaterThan(0.95 * imageSizeLimit);
    let made: unknown[] = [];
    const grown = await growth(async () => {
      made = await Promise.all(Array.from({ length: uploads }, () => sent(photograph)));
      for (const { name } of made.slice(0, 10).map((each) => image.parse(each))) await world.complete(name, 400_000);
    });
    expect(new Set(made.map((each) => image.parse(each).name)).size).toBe(uploads);
    expect(grown).toBeLessThan(allowed);
  }, 480_000);
});
