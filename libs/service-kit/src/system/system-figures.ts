import type { ProcessFigures } from '@docfolio/process/system/process-report';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Connection } from 'mongoose';
import type { Logger } from '../logging.js';
import { readOutboxes } from './outbox-figures.js';

/** ms that reading one figure may take. */
const readTimeout = 2_000;

type Name = keyof ProcessFigures;

interface Source {
  name: Name;
  /** ms between two reads. */
  every: number;
  read: () => Promise<ProcessFigures>;
  /** Time in ms since the epoch. */
  dueAt: number;
}

/** Figures that a service reports of itself for the System page. Each is read when it is due for a report. */
export class SystemFigures {
  private readonly sources = new Map<Name, Source>();
  private known: ProcessFigures = {};

  constructor(private readonly logger: Logger) {}

  /** @param every ms between two reads */
  add<N extends Name>(name: N, every: number, read: () => Promise<NonNullable<ProcessFigures[N]>>): void {
    this.sources.set(name, { name, every, read: async () => ({ [name]: await read() }), dueAt: 0 });
  }

  /** Makes a figure due again, because it has changed. */
  invalidate(name: Name): void {
    const source = this.sources.get(name);
    if (source) source.dueAt = 0;
  }

  /** Reads the figures that are due. One that cannot be read is absent. */
  async current(): Promise<ProcessFigures> {
    const now = Date.now();
    const due = [...this.sources.values()].filter(({ dueAt }) => dueAt <= now);
    await Promise.all(due.map((source) => this.readOne(source)));
    return this.known;
  }

  private async readOne(source: Source): Promise<void> {
    const { name, every, read } = source;
    source.dueAt = Date.now() + every;
    try {
      const value = await withTimeout(read(), readTimeout);
      this.known = { ...this.known, ...value };
    } catch (error) {
      this.logger.debug({ err: error, figure: name }, 'figure for the System page not read');
      const { [name]: _, ...others } = this.known;
      this.known = others;
      source.dueAt = 0;
    }
  }
}

/** ms between two reads of what every service with a database reports. */
const intervals = { outbox: 60_000, database: 5 * 60_000 };

/** Adds the outboxes and the size of a process's database. */
export function addDatabaseFigures(figures: SystemFigures, connection: Connection): void {
  figures.add('outbox', intervals.outbox, async () => {
    const outboxes = await readOutboxes(connection);
    const times = outboxes.flatMap(({ oldestAt }) => (oldestAt ? [oldestAt.getTime()] : []));
    return {
      waiting: outboxes.reduce((sum, { waiting }) => sum + waiting, 0),
      oldest_at: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
    };
  });
  figures.add('database', intervals.database, async () => {
    const stats = await connection.db!.command({ dbStats: 1, freeStorage: 0 });
    const { storageSize = 0, indexSize = 0, fsTotalSize, fsUsedSize } = stats as Record<string, number | undefined>;
    // Servers that are shared with others do not say how large their disk is.
    const free = fsTotalSize === undefined || fsUsedSize === undefined ? null : Math.max(0, fsTotalSize - fsUsedSize);
    return { used: Math.round(storageSize + indexSize), free: free === null ? null : Math.round(free) };
  });
}
