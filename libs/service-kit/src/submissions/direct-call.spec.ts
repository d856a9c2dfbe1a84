import { randomUUID } from 'node:crypto';
import { createLogger } from '../logging.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { storedNotes } from '../testing/note.contract.js';
import { type NoteWorld, noteIdOf, sharedNoteWorld } from '../testing/note-world.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { SubmissionClient } from './submission-client.js';

const logger = createLogger('test', 'silent');

describe('submissions that are called directly', () => {
  let world: NoteWorld;
  let rpc: RpcClient;
  let client: SubmissionClient;

  const connected = (of: SubmissionClient, by = rpc) =>
    waitFor('the connections', () =>
      Promise.all([by.check(), of.check()]).then(
        () => true,
        () => false,
      ),
    );
  const submit = (slug: string, idempotencyKey: string, by = client) =>
    by.submit(storedNotes.submit, { title: 'A note', slug }, { requestId: 'r', idempotencyKey });
  /** Returns the number of jobs, without the lock of one that runs. */
  const jobs = async () =>
    (await world.keys.keys('bull:submissions-media:s_*')).filter((key) => !key.endsWith(':lock')).length;

  beforeAll(async () => {
    world = await sharedNoteWorld();
  });
  beforeEach(async () => {
    rpc = new RpcClient({ redisUrl: world.redis.url, logger });
    client = new SubmissionClient({ redisUrl: world.redis.url, logger, rpc });
    await connected(client);
  });
  afterEach(async () => {
    await Promise.all([client.close(), rpc.close()]);
    await world.empty();
  });
  afterAll(() => world.stop());

  it('need no job while the service is up, and have one effect for one key', async () => {
    const key = randomUUID();
    const result = { id: noteIdOf(key), status: 'stored' };
    // A busy machine takes longer than the second that a direct call may take.
    const slowRpc = new RpcClient({ redisUrl: world.redis.url, logger, longestDeadline: 30_000 });
    const patient = new SubmissionClient({ redisUrl: world.redis.url, logger, rpc: slowRpc, directTimeout: 30_000 });
    await connected(patient, slowRpc);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => submit('a', key, patient)));
    expect(outcomes).toEqual(Array(10).fill({ accepted: false, result }));
    expect(await rejectionOf(submit('b', key, patient))).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
    expect(await rejectionOf(submit('a', randomUUID(), patient))).toMatchObject({ code: 'conflict' });
    expect([await world.countStored(), await jobs()]).toEqual([1, 0]);
    await Promise.all([patient.close(), slowRpc.close()]);
  });

  it('are stored as jobs if the service does not respond in time, and then belong to their jobs', async () => {
    const key = randomUUID();
    await world.keys.set('hang', 'pause');
    expect(await submit('later', key)).toEqual({ accepted: true, id: noteIdOf(key) });
    expect(await jobs()).toBe(1);
    await world.keys.del('hang');
    await waitFor('the document', async () => (await world.countStored({ _id: noteIdOf(key) as never })) === 1);
    expect(await submit('later', key)).toMatchObject({ accepted: false, result: { id: noteIdOf(key) } });
    expect(await world.countStored()).toBe(1);
  });
});
