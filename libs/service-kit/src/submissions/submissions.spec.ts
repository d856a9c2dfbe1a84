import { randomUUID } from 'node:crypto';
import { operationKey } from '@docfolio/contracts/core/operation';
import type { ProblemError } from '@docfolio/contracts/core/problem';
import { derivedId } from '../identity.js';
import { createLogger } from '../logging.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { type NewNote, storedNotes } from '../testing/note.contract.js';
import { type NoteWorld, noteIdOf, sharedNoteWorld } from '../testing/note-world.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { DeadLetters } from './dead-letters.repository.js';
import { SubmissionClient } from './submission-client.js';

const logger = createLogger('test', 'silent');

describe('submissions', () => {
  let world: NoteWorld;
  let client: SubmissionClient;
  let rpc: RpcClient;

  const submit = (note: unknown, idempotencyKey: string, by = client) =>
    by.submit(storedNotes.submit, note, { requestId: 'r', idempotencyKey });
  const note = (slug: string, title = 'A note'): NewNote => ({ title, slug });

  beforeAll(async () => {
    world = await sharedNoteWorld();
    client = new SubmissionClient({ redisUrl: world.redis.url, logger });
    rpc = new RpcClient({ redisUrl: world.redis.url, logger });
  });
  afterEach(() => world.empty());
  afterAll(async () => {
    await Promise.all([client.close(), rpc.close()]);
    await world.stop();
  });

  it('return the result of the service, also to a repeat', async () => {
    const key = randomUUID();
    const result = { id: noteIdOf(key), status: 'stored' };
    expect(await submit(note('a'), key)).toEqual({ accepted: false, result });
    expect(await submit(note('a'), key)).toEqual({ accepted: false, result });
    expect(await world.countStored()).toBe(1);
  });

  it('refuse another body under a used key, also after Redis has lost the job', async () => {
    const key = randomUUID();
    await submit(note('a'), key);
    const reused = { code: 'idempotency_key_reused', status: 422 };
    expect(await rejectionOf(submit(note('b'), key))).toMatchObject(reused);
    await world.keys.flushall();
    expect(await rejectionOf(submit(note('b'), key))).toMatchObject(reused);
    expect(await submit(note('a'), key)).toMatchObject({ accepted: false });
    expect(await world.countStored()).toBe(1);
  });

  it('return the refusal of the service and recompute it for a repeat', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await submit(note('taken'), first);
    const refused = (await rejectionOf(submit(note('taken'), second))) as ProblemError;
    expect(refused).toMatchObject({ code: 'conflict', errors: [{ path: 'slug', message: 'This slug is taken' }] });
    expect(await rejectionOf(submit(note('taken'), second))).toMatchObject({ code: 'conflict' });
    await world.connection.collection('notes').deleteMany({});
    expect(await submit(note('taken'), second)).toEqual({
      accepted: false,
      result: { id: noteIdOf(second), status: 'stored' },
    });
    expect(await new DeadLetters(world.connection).count()).toBe(0);
  });

  it('that outlast the wait of their caller are accepted under their final id, and processed later', async () => {
    const key = randomUUID();
    const impatient = new SubmissionClient({ redisUrl: world.redis.url, logger, resultTimeout: 100 });
    await world.keys.set('hang', 'pause');
    expect(await submit(note('later'), key, impatient)).toEqual({ accepted: true, id: noteIdOf(key) });
    await impatient.close();
    await world.keys.del('hang');
    await waitFor('the document', async () => (await world.countStored({ _id: noteIdOf(key) as never })) === 1);
    expect(await submit(note('later'), key)).toMatchObject({ accepted: false, result: { id: noteIdOf(key) } });
  });

  it('are dead-lettered if they lose a unique value after the caller got `accepted`', async () => {
    const late = randomUUID();
    const impatient = new SubmissionClient({ redisUrl: world.redis.url, logger, resultTimeout: 100 });
    await world.keys.set('hang', 'pause');
    const sent = Date.now();
    expect(await submit(note('taken', 'Late'), late, impatient)).toMatchObject({ accepted: true });
    await impatient.close();
    await rpc.call(storedNotes.create, note('taken'), { requestId: 'r', idempotencyKey: randomUUID() });
    // Before, the caller may still wait for the refusal.
    await waitFor('2 s since it was sent', async () => Date.now() - sent > 2_100);
    await world.keys.del('hang');
    const deadLetters = new DeadLetters(world.connection);
    await waitFor('the dead letter', async () => (await deadLetters.count()) === 1);
    expect((await deadLetters.list()).items).toMatchObject([{ id: noteIdOf(late), code: 'conflict' }]);
  });

  it('are idempotent as admin operations too', async () => {
    const create = (body: unknown, idempotencyKey = 'key') =>
      rpc.call(storedNotes.create, body, { requestId: 'r', idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(note('c'))));
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([derivedId(operationKey(storedNotes.create), 'key')]));
    expect(await rejectionOf(create(note('d')))).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await rpc.call(storedNotes.list, {}, { requestId: 'r' })).toMatchObject({
      total: 1,
      items: [{ slug: 'c' }],
    });
  });
});
