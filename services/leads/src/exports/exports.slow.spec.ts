/**
 * Ends the worker in the middle of an export, by SIGKILL and by SIGTERM.
 * @subject services/leads/src/exports libs/service-kit/src/csv.ts libs/service-kit/src/jobs
 * @everyday services/leads/src/exports/exports.spec.ts
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { rowsOf } from '../testing/csv-file.js';
import { type ExportsWorld, startExportsWorld } from '../testing/exports-world.js';
import { insertSubscribers } from '../testing/subscriber-rows.js';

let world: ExportsWorld;
const records = () => world.database.collection<{ _id: string; status: string; rows: number }>('exports');

beforeAll(async () => {
  world = await startExportsWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.database.collection('blog_subscribers').deleteMany({});
});

it.each<[how: string, stop: () => Promise<unknown>]>([
  ['killed', () => world.kill()],
  ['stopped with SIGTERM', () => world.process().kill('SIGTERM')],
])(
  'The exported file contains each row once when the worker is %s during the export',
  async (_, stop) => {
    const count = 8_000;
    await insertSubscribers(world.database, count);
    const { id } = await world.order({ list: 'blog_subscribers', query: { sort: 'subscribed_at' } });
    await waitFor('it is on its way', async () => (await records().findOne({ _id: id }))!.rows > 0);
    const left = world.process();
    await stop();
    const written = join(world.objects, 'docfolio-leads', 'exports');
    // The folder is created with the first complete file.
    const names = existsSync(written) ? await readdir(written) : [];
    const files = names.filter((name) => name.startsWith(id));
    const { status, rows } = (await records().findOne({ _id: id }))!;
    // A worker stopped with SIGTERM may have finished in time; otherwise no partial file may exist.
    if (status === 'done') expect(await left.exited()).toBe(0);
    else expect({ status, files, whole: rows === count }).toEqual({ status: 'running', files: [], whole: false });
    await world.start();
    const done = await world.until('done', id);
    expect(done).toMatchObject({ rows: count, total: count });
    const [, ...lines] = rowsOf((await world.follow((await world.link(id)).url)).slice(1));
    expect(lines.map(([email]) => email)).toEqual(
      Array.from({ length: count }, (_, index) => `person-${index}@bulk.example`),
    );
  },
  300_000,
);
