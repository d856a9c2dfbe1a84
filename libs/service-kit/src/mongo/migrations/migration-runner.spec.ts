import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { createLogger } from '../../logging.js';
import { sharedMongo } from '../../testing/shared-servers.js';
import type { TestMongo } from '../../testing/start-mongo.js';
import { waitFor } from '../../testing/wait-for.js';
import { connectMongo } from '../mongo.module.js';
import { baseline, type Migration, type MigrationContext, setMissingFields } from './migration.js';
import { MigrationRunner } from './migration-runner.js';

type Note = { _id: string; title: string; words?: number; runs?: number };

let mongo: TestMongo;
let connection: Connection;
const started: MigrationRunner[] = [];

beforeAll(async () => {
  mongo = await sharedMongo();
  connection = await connectMongo(mongo, createLogger('test', 'silent'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((runner) => runner.close()));
  await connection.dropDatabase();
});
afterAll(async () => {
  await connection.close();
  await mongo.stop();
});

const notes = () => connection.collection<Note>('notes');
const records = () => connection.collection('migrations').find({}).toArray();
const write = (count: number) =>
  notes().insertMany(Array.from({ length: count }, (_, index) => ({ _id: `note-${index}`, title: 'One two' })));

const countWords =
  (afterBatch: (batch: number) => Promise<void> = async () => undefined) =>
  async ({ db, batches }: MigrationContext) => {
    let batch = 0;
    for await (const found of batches<Note>('notes', { size: 10 })) {
      const writes = found.map(({ _id, title }) => ({
        updateOne: { filter: { _id }, update: { $set: { words: title.split(' ').length }, $inc: { runs: 1 } } },
      }));
      await db.collection<Note>('notes').bulkWrite(writes);
      await afterBatch(++batch);
    }
  };

const words = (run: Migration['run'] = countWords()): Migration => ({
  number: 2,
  name: 'count words',
  phase: 'expand',
  run,
});
const dropTitle: Migration = {
  number: 3,
  name: 'remove title',
  phase: 'contract',
  run: async ({ db }) => {
    await db.collection('notes').updateMany({}, { $unset: { title: '' } });
  },
};

// Long enough for a busy machine.
const timing = { lease: 2_000, poll: 10, beat: 100, aliveFor: 60_000 };
interface RunnerOptions {
  version?: string;
  beat?: number;
  aliveFor?: number;
}

function runner(migrations: Migration[], { version = '2.0.0', ...given }: RunnerOptions = {}): MigrationRunner {
  const logger = createLogger('test', 'silent');
  const created = new MigrationRunner({ connection, migrations, logger, version, timing: { ...timing, ...given } });
  started.push(created);
  return created;
}

describe('migrations', () => {
  it('run in their order before the start ends, once, and are recorded with the version', async () => {
    await write(25);
    await runner([baseline, words()]).start();
    await runner([baseline, words()], { version: '2.1.0' }).start();
    expect(await notes().countDocuments({ words: 2, runs: 1 })).toBe(25);
    expect(await records()).toMatchObject([
      { _id: 1, name: baseline.name, phase: 'expand', version: '2.0.0', finished_at: expect.any(Date) },
      { _id: 2, name: 'count words', positions: { notes: { after: 'note-9', documents: 25 } } },
    ]);
  });

  it('continue after the last completed batch when they were interrupted', async () => {
    await write(25);
    const interrupted = words(
      countWords(async (batch) => {
        if (batch === 2) throw new Error('killed');
      }),
    );
    await expect(runner([baseline, interrupted]).start()).rejects.toThrow('killed');
    expect((await runner([]).status()).migrations[1]).toMatchObject({ state: 'unknown' });
    expect((await runner([baseline, words()]).status()).migrations[1]).toMatchObject({
      state: 'interrupted',
      documents: 10,
    });
    await runner([baseline, words()]).start();
    // The batch that was not completed is repeated.
    expect(await notes().countDocuments({ words: 2, runs: 1 })).toBe(15);
    expect(await notes().countDocuments({ words: 2, runs: 2 })).toBe(10);
  });

  it('run in one of several replicas that start together, and all of them wait for the end', async () => {
    await write(40);
    let isDone = false;
    const slow = words(
      countWords(async (batch) => {
        await delay(30);
        isDone = batch === 4;
      }),
    );
    const ends = Array.from({ length: 4 }, () => runner([baseline, slow]).start());
    await Promise.all(ends.map((end) => end.then(() => expect(isDone).toBe(true))));
    expect(await notes().countDocuments({ runs: 1 })).toBe(40);
  });

  it('are continued by another process if the first one no longer renews its lease, and the first one can then record nothing', async () => {
    await write(30);
    let hangs = true;
    let resume: () => void = () => undefined;
    const hung = words(
      countWords(async () => {
        if (!hangs) return;
        hangs = false;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }),
    );
    const paused = runner([baseline, hung]);
    // A process that is stopped (SIGSTOP) renews nothing.
    jest.spyOn(paused['lease' as never] as { expireAt(): Promise<void> }, 'expireAt').mockResolvedValue();
    const stopped = paused.start();
    await waitFor('the first batch', async () => (await notes().countDocuments({ runs: 1 })) === 10);
    await runner([baseline, words()], { version: '2.0.1' }).start();
    expect((await records())[1]).toMatchObject({ version: '2.0.1', positions: { notes: { documents: 30 } } });
    resume();
    await stopped;
    expect((await records())[1]).toMatchObject({ version: '2.0.1', positions: { notes: { documents: 30 } } });
    expect(await notes().countDocuments({ words: 2 })).toBe(30);
  });

  it('keep their lease while a batch takes longer than it lasts', async () => {
    await write(1);
    let runs = 0;
    const slow = words(async () => {
      runs += 1;
      await delay(timing.lease * 1.5);
    });
    await Promise.all([runner([baseline, slow]).start(), runner([baseline, slow]).start()]);
    expect(runs).toBe(1);
  });

  it('stop after a batch when the process stops', async () => {
    await write(30);
    let closed: Promise<void> | undefined;
    const stopping = runner([
      baseline,
      words(
        countWords(async () => {
          closed ??= stopping.close();
        }),
      ),
    ]);
    await expect(stopping.start()).rejects.toThrow('aborted');
    await closed;
    expect(await notes().countDocuments({ runs: 1 })).toBe(10);
  });

  it('are refused if their numbers have gaps, or a recorded one has another name now', async () => {
    expect(() => runner([baseline, dropTitle])).toThrow('Migration 3 (remove title) is not in its place.');
    await runner([baseline, words()]).start();
    await expect(runner([baseline, { ...words(), name: 'count letters' }]).start()).rejects.toThrow(
      '"count words" in the data, but "count letters" in the code',
    );
  });
});

describe('contract migrations', () => {
  const titles = () => notes().countDocuments({ title: { $exists: true } });

  it('wait for the end of replicas that do not know them, then run in the background', async () => {
    await write(5);
    const old = runner([baseline, words()], { version: '1.0.0' });
    await old.start();
    const current = runner([baseline, words(), dropTitle]);
    await current.start();
    await current.contract();
    expect(await titles()).toBe(5);
    expect(await current.status()).toMatchObject({
      migrations: [{}, {}, { number: 3, state: 'pending', version: null }],
      olderReplicas: [{ version: '1.0.0', knows: 2 }],
    });
    await old.close();
    await waitFor('the contraction', async () => (await titles()) === 0);
    await waitFor('its record', async () => (await current.status()).migrations[2]?.state === 'done');
  });

  it('wait for a killed replica only until it counts as ended', async () => {
    await write(5);
    const killed = runner([baseline, words()], { version: '1.0.0', beat: 1e6 });
    await killed.start();
    const current = runner([baseline, words(), dropTitle], { beat: 1e6 });
    await current.start();
    await current.contract();
    expect(await titles()).toBe(5);
    const later = runner([baseline, words(), dropTitle], { aliveFor: 300 });
    await waitFor('the end of the time', async () => {
      await later.contract();
      return (await titles()) === 0;
    });
  });

  it('are withdrawn if an older replica starts at the same moment', async () => {
    await write(5);
    const current = runner([baseline, words(), dropTitle], { beat: 1e6 });
    await current.start();
    const withoutKnowing = jest.spyOn(
      current['replicas' as never] as { withoutKnowing(): Promise<unknown[]> },
      'withoutKnowing',
    );
    withoutKnowing.mockResolvedValueOnce([]);
    await runner([baseline, words()], { version: '1.0.0', beat: 1e6 }).start();
    await current.contract();
    expect(await titles()).toBe(5);
    expect((await records()).map(({ _id }) => _id)).toEqual([1, 2]);
  });
});

describe('data of a newer version', () => {
  it('is refused once it has been contracted, naming both versions', async () => {
    const newer = runner([baseline, words(), dropTitle], { version: '3.0.0' });
    await newer.start();
    await newer.contract();
    const old = runner([baseline, words()], { version: '2.0.0' });
    await expect(old.start()).rejects.toThrow(
      new RegExp(
        'newer than this program: version 3.0.0 has applied migration 3 \\(remove title\\). ' +
          'This is version 2.0.0, which knows the migrations up to 2. Start version 3.0.0 or newer',
      ),
    );
  });

  it('is refused if the phase of a migration is unknown', async () => {
    await runner([baseline]).start();
    await connection
      .collection<{ _id: number }>('migrations')
      .insertOne({ _id: 9, name: 'of the future', phase: 'replace', version: '9.0.0' } as { _id: number });
    await expect(runner([baseline]).start()).rejects.toMatchObject({ name: 'NewerDataError' });
  });

  it('is used while it has only been expanded, as a rolling update and a rollback need', async () => {
    await write(5);
    await runner([baseline, words()], { version: '3.0.0' }).start();
    await runner([baseline], { version: '2.0.0' }).start();
  });
});

describe('setMissingFields', () => {
  const fill = setMissingFields({ number: 2, name: 'fill', phase: 'expand' }, 'notes', { words: 0, author: null });

  it('sets only the fields that a document lacks, and does not replace what a replica has written since', async () => {
    await notes().insertMany([
      { _id: 'a', title: 'lacks both' },
      { _id: 'b', title: 'lacks one', words: 7 },
      { _id: 'c', title: 'complete', words: 8, author: 'Ada' } as Note,
    ]);
    const db = connection.db!;
    const written: Migration = {
      ...fill,
      run: (context) =>
        fill.run({
          db,
          batches: async function* (collection, options) {
            for await (const batch of context.batches(collection, options)) {
              await notes().updateOne({ _id: 'a' }, { $set: { words: 2 } });
              yield batch as never;
            }
          },
        }),
    };
    await runner([baseline, written]).start();
    expect(await notes().find({}).toArray()).toEqual([
      { _id: 'a', title: 'lacks both', words: 2, author: null },
      { _id: 'b', title: 'lacks one', words: 7, author: null },
      { _id: 'c', title: 'complete', words: 8, author: 'Ada' },
    ]);
  });
});
