/**
 * Calls a service directly that is down, or killed before or after its write.
 * @subject libs/service-kit/src/submissions libs/service-kit/src/rpc/rpc-client.ts
 * @everyday libs/service-kit/src/submissions/direct-call.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { createLogger } from '../logging.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { storedNotes } from '../testing/note.contract.js';
import { type NoteWorld, noteIdOf, startNoteWorld } from '../testing/note-world.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { SubmissionClient } from './submission-client.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const logger = createLogger('test', 'silent');
/** ms until the gateway responds in any case. */
const gatewayDeadline = 4_200;

describe('submissions that are called directly while their service fails', () => {
  let world: NoteWorld;
  let rpc: RpcClient;
  let client: SubmissionClient;

  const connected = (of: SubmissionClient) =>
    waitFor('the connections', () =>
      Promise.all([rpc.check(), of.check()]).then(
        () => true,
        () => false,
      ),
    );
  const submit = (slug: string, idempotencyKey: string) =>
    client.submit(storedNotes.submit, { title: 'A note', slug }, { requestId: 'r', idempotencyKey });
  const jobs = async () => (await world.keys.keys('bull:submissions-media:s_*')).length;

  beforeAll(async () => {
    world = await startNoteWorld();
  });
  beforeEach(async () => {
    rpc = new RpcClient({ redisUrl: world.redis.url, logger });
    client = new SubmissionClient({ redisUrl: world.redis.url, logger, rpc });
    await connected(client);
  });
  afterEach(async () => {
    await Promise.all([client.close(), rpc.close()]);
    await world.clear();
  });
  afterAll(() => world.stop());

  it('are stored as jobs while the service is down, and then belong to their jobs', async () => {
    const key = randomUUID();
    const began = Date.now();
    expect(await submit('later', key)).toEqual({ accepted: true, id: noteIdOf(key) });
    expect(Date.now() - began).toBeLessThan(gatewayDeadline);
    expect(await jobs()).toBe(1);
    // Another client has not learned that the service is down.
    const other = new SubmissionClient({ redisUrl: world.redis.url, logger, rpc });
    await connected(other);
    const reused = other.submit(
      storedNotes.submit,
      { title: 'Other', slug: 'o' },
      { requestId: 'r', idempotencyKey: key },
    );
    expect(await rejectionOf(reused)).toMatchObject({ code: 'idempotency_key_reused' });
    await other.close();
    await world.startService();
    await waitFor('the document', async () => (await world.countStored({ _id: noteIdOf(key) as never })) === 1);
    expect(await submit('later', key)).toMatchObject({ accepted: false, result: { id: noteIdOf(key) } });
  });

  it('are stored as jobs if the service is killed before or after its write, with one effect', async () => {
    for (const hang of ['before', 'after']) {
      const key = randomUUID();
      await world.keys.set('hang', hang);
      const first = await world.startService();
      const runs = await world.keys.llen('runs');
      const outcome = submit(hang, key);
      await waitFor('the run', async () => (await world.keys.llen('runs')) > runs);
      await first.kill('SIGKILL');
      await world.keys.del('hang');
      expect(await outcome).toEqual({ accepted: true, id: noteIdOf(key) });
      const second = await world.startService();
      await waitFor('the result', async () => (await submit(hang, key)).accepted === false);
      expect(await world.countStored({ _id: noteIdOf(key) as never })).toBe(1);
      await second.stop();
      // The pause after a failed direct call belongs to the client.
      await client.close();
      client = new SubmissionClient({ redisUrl: world.redis.url, logger, rpc });
      await connected(client);
    }
    expect(await world.countStored()).toBe(2);
  });
});
