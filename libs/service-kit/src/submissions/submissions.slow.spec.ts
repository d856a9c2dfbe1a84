/**
 * Stops, kills and suspends the service and its database while submissions are on their way.
 * @subject libs/service-kit/src/submissions libs/service-kit/src/durable-worker.ts libs/service-kit/src/queue.ts
 * @everyday libs/service-kit/src/submissions/submissions.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { operationKey } from '@docfolio/contracts/core/operation';
import { createLogger } from '../logging.js';
import { type NewNote, storedNotes } from '../testing/note.contract.js';
import { type NoteWorld, noteIdOf, startNoteWorld } from '../testing/note-world.js';
import { waitFor } from '../testing/wait-for.js';
import { DeadLetters } from './dead-letters.repository.js';
import { SubmissionClient } from './submission-client.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const logger = createLogger('test', 'silent');

describe('submissions whose service fails', () => {
  let world: NoteWorld;
  let client: SubmissionClient;

  const submit = (note: unknown, idempotencyKey: string, by = client) =>
    by.submit(storedNotes.submit, note, { requestId: 'r', idempotencyKey });
  const note = (slug: string, title = 'A note'): NewNote => ({ title, slug });

  beforeAll(async () => {
    world = await startNoteWorld();
    client = new SubmissionClient({ redisUrl: world.redis.url, logger });
  });
  afterEach(() => world.clear());
  afterAll(async () => {
    await client.close();
    await world.stop();
  });

  it('create one document from ten concurrent repeats, whatever their key order', async () => {
    await Promise.all([world.startService(), world.startService()]);
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        submit(index % 2 ? { title: 'A note', slug: 'ten' } : { slug: 'ten', title: 'A note' }, key),
      ),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ accepted: false, result: { id: noteIdOf(key), status: 'stored' } })]),
    );
    expect(await world.countStored()).toBe(1);
  });

  it('are accepted while the service is down, under their final id, and processed when it is back', async () => {
    const key = randomUUID();
    const began = Date.now();
    expect(await submit(note('later'), key)).toEqual({ accepted: true, id: noteIdOf(key) });
    expect(Date.now() - began).toBeGreaterThanOrEqual(2_900);
    await world.startService();
    await waitFor('the document', async () => (await world.countStored({ _id: noteIdOf(key) as never })) === 1);
    expect(await submit(note('later'), key)).toMatchObject({ accepted: false, result: { id: noteIdOf(key) } });
  });

  it('are dead-lettered if refused after the caller got `accepted`', async () => {
    const [taker, late] = [randomUUID(), randomUUID()];
    const impatient = new SubmissionClient({ redisUrl: world.redis.url, logger, resultTimeout: 100 });
    expect(await submit(note('taken', 'Late'), late, impatient)).toMatchObject({ accepted: true });
    await impatient.close();
    await world.keys.rename('bull:submissions-media:wait', 'set-aside');
    await world.startService();
    await submit(note('taken'), taker);
    await waitFor('2 s since the other one was sent', async () => {
      const sent = JSON.parse(
        (await world.keys.hget(`bull:submissions-media:${(await world.keys.lindex('set-aside', 0))!}`, 'data'))!,
      );
      return Date.now() - sent.submitted_at > 2_100;
    });
    await world.keys.rename('set-aside', 'bull:submissions-media:wait');
    await world.keys.zadd('bull:submissions-media:marker', 0, '0');
    const deadLetters = new DeadLetters(world.connection);
    await waitFor('the dead letter', async () => (await deadLetters.count()) === 1);
    expect((await deadLetters.list()).items).toEqual([
      {
        id: noteIdOf(late),
        operation: 'POST /test/notes',
        code: 'conflict',
        input: { title: 'Late', slug: 'taken' },
        at: expect.stringMatching(/Z$/),
      },
    ]);
    await deadLetters.dismiss(noteIdOf(late));
    expect(await deadLetters.count()).toBe(0);
  });

  it('are retried while the database is down', async () => {
    const running = await world.startService();
    await world.mongo.kill('SIGKILL');
    const key = randomUUID();
    expect(await submit(note('patient'), key)).toEqual({ accepted: true, id: noteIdOf(key) });
    const ready = await fetch(`http://127.0.0.1:${running.port}/readyz`);
    expect(await ready.json()).toEqual({ ready: false, missing: ['mongodb'] });
    await world.mongo.restart();
    await waitFor('the document', async () => (await world.countStored({ _id: noteIdOf(key) as never })) === 1);
  });

  it('run again after each of three kill -9 of their worker, with one effect', async () => {
    const key = randomUUID();
    await world.keys.set('hang', 'before');
    const replicas = [await world.startService()];
    expect(await submit(note('survivor'), key)).toEqual({ accepted: true, id: noteIdOf(key) });
    for (const next of ['after', 'after', '']) {
      const runs = await world.keys.llen('runs');
      await (next ? world.keys.set('hang', next) : world.keys.del('hang'));
      replicas.unshift(await world.startService());
      await replicas.pop()!.kill('SIGKILL');
      await waitFor('another run', async () => (await world.keys.llen('runs')) > runs);
    }
    await waitFor('the answer', async () => (await submit(note('survivor'), key)).accepted === false);
    expect(await world.keys.lrange('runs', 0, -1)).toEqual(Array(4).fill(noteIdOf(key)));
    expect(await world.countStored()).toBe(1);
    expect(await world.keys.llen('bull:events-notifications:wait')).toBe(1);
  });

  it('have one effect when a worker is suspended past its lock and another worker runs the job', async () => {
    const key = randomUUID();
    await world.keys.set('hang', 'pause');
    const sleeper = await world.startService();
    expect(await submit(note('sleeper'), key)).toEqual({ accepted: true, id: noteIdOf(key) });
    await sleeper.kill('SIGSTOP');
    await world.keys.del('hang');
    await world.startService();
    await waitFor('the other run', async () => (await world.keys.llen('runs')) === 2);
    await waitFor('the answer', async () => (await submit(note('sleeper'), key)).accepted === false);
    await sleeper.kill('SIGCONT');
    const ended = () =>
      Promise.resolve(sleeper.log.some((line) => line.operation === operationKey(storedNotes.submit)));
    await waitFor('the end of the first run', ended);
    expect(await world.countStored()).toBe(1);
    expect(await world.keys.llen('bull:events-notifications:wait')).toBe(1);
  });

  it('in flight are finished when the service shuts down', async () => {
    const first = await world.startService();
    const sent = Array.from({ length: 30 }, (_, index) => submit(note(`s${index}`), `key-${index}`));
    await waitFor('the first run', async () => (await world.keys.llen('runs')) > 0);
    const second = world.startService();
    await first.kill('SIGTERM');
    expect(await first.exited()).toBe(0);
    await second;
    await Promise.all(sent);
    await waitFor('30 documents', async () => (await world.countStored()) === 30);
    expect(await world.keys.llen('runs')).toBe(30);
  });
});
