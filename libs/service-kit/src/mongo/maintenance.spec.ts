import mongoose from 'mongoose';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { Maintenance } from './maintenance.js';

const logger = createLogger('test', 'silent');

describe('the sweep of outboxes', () => {
  let maintenance: Maintenance;
  let sweeps: number;
  const outbox = {
    failedAt: 0,
    isDown: false,
    sweep: async () => {
      sweeps += 1;
      if (outbox.isDown) throw new Error('unavailable');
      return 0;
    },
  };
  /** Returns the number of sweeps within the next seconds. */
  const sweepsWithin = async (seconds: number) => {
    const before = sweeps;
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
    return sweeps - before;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    sweeps = 0;
    Object.assign(outbox, { failedAt: 0, isDown: false });
    const connection = mongoose.createConnection();
    connection.model('notes', new mongoose.Schema({ outbox: [Object] }));
    maintenance = new Maintenance(connection, outbox as unknown as OutboxPublisher, logger);
    maintenance.start();
  });
  afterEach(async () => {
    await maintenance.close();
    jest.useRealTimers();
  });

  it('happens at the start, every few seconds for a while, and then rarely', async () => {
    expect(await sweepsWithin(0)).toBe(1);
    expect(await sweepsWithin(10)).toBeGreaterThanOrEqual(1);
    await sweepsWithin(20);
    const inFiveMinutes = await sweepsWithin(300);
    expect(inFiveMinutes).toBeGreaterThanOrEqual(8);
    expect(inFiveMinutes).toBeLessThanOrEqual(10);
  });

  it('happens within seconds after an event could not be published', async () => {
    await sweepsWithin(60);
    outbox.failedAt = Date.now();
    expect(await sweepsWithin(7)).toBeGreaterThanOrEqual(1);
  });

  it('is repeated within seconds as long as it fails', async () => {
    await sweepsWithin(60);
    outbox.isDown = true;
    await sweepsWithin(60);
    expect(await sweepsWithin(60)).toBeGreaterThanOrEqual(10);
    outbox.isDown = false;
    expect(await sweepsWithin(7)).toBeGreaterThanOrEqual(1);
  });
});
