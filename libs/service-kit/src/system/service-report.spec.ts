import { errorsKey, type ProcessReport, reportsKey } from '@docfolio/process/system/process-report';
import { type NoteWorld, startNoteWorld } from '../testing/note-world.js';
import { sharedMongo } from '../testing/shared-servers.js';
import { waitFor } from '../testing/wait-for.js';

describe('a service', () => {
  let world: NoteWorld;
  beforeAll(async () => {
    world = await startNoteWorld(sharedMongo());
  });
  afterEach(() => world.clear());
  afterAll(() => world.stop());

  const reports = async () =>
    Object.values(await world.keys.hgetall(reportsKey('media'))).map((text) => JSON.parse(text) as ProcessReport);

  it('reports how it is, its queues and its database, until it stops', async () => {
    const service = await world.startService();
    await waitFor('the report', async () => (await reports()).length === 1);
    const [report] = await reports();
    expect(report).toMatchObject({
      ...{ missing: [], was_ready: true },
      figures: { outbox: { waiting: 0, oldest_at: null }, dead_letters: 0 },
    });
    expect(report!.queues).toContainEqual({ name: 'submissions-media', kind: 'submissions', sends_mail: false });
    expect(report!.memory.used).toBeGreaterThan(10_000_000);
    expect(report!.figures.database!.free).toBeGreaterThan(0);
    await service.kill('SIGTERM');
    expect(await service.exited()).toBe(0);
    expect(await reports()).toEqual([]);
    expect(await world.keys.exists(errorsKey('media'))).toBe(0);
  });
});
