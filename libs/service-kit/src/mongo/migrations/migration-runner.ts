import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { platformVersion } from '@docfolio/process/version';
import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../../logging.js';
import { type BatchOptions, batchesOf, type Position, type StoredDocument } from './batches.js';
import { migrationsCollection } from './collections.js';
import { DatabaseLease, LeaseLostError } from './database-lease.js';
import type { Migration, MigrationContext, MigrationPhase } from './migration.js';
import { NewerDataError } from './newer-data-error.js';
import { type Replica, Replicas } from './replicas.js';

const duplicateKey = 11_000;

interface MigrationRecord {
  /** Number of the migration. */
  _id: number;
  name: string;
  phase: MigrationPhase;
  /** Version that runs it, or has completed it. */
  version: string;
  /** Fence of the lease under which it runs. */
  fence: number;
  started_at: Date;
  finished_at: Date | null;
  /** Keyed by collection. */
  positions: Record<string, Position>;
}

export interface MigrationTiming {
  /** ms until the lease of a process that does not renew it expires. */
  lease: number;
  /** ms between two looks at migrations that another process runs. */
  poll: number;
  /** ms between two records of a running process, and between attempts to run `contract` migrations. */
  beat: number;
  /** ms after its last record until a process counts as ended: several beats. */
  aliveFor: number;
}

const defaultTiming: MigrationTiming = { lease: 30_000, poll: 250, beat: 60_000, aliveFor: 180_000 };

export interface MigrationRunnerOptions {
  connection: Connection;
  migrations: readonly Migration[];
  logger: Logger;
  /** Default: that of the platform. */
  version?: string;
  timing?: Partial<MigrationTiming>;
}

export interface MigrationStatus {
  number: number;
  name: string;
  phase: MigrationPhase;
  /** `unknown`: of a newer version. */
  state: 'done' | 'running' | 'interrupted' | 'pending' | 'unknown';
  /** Version that runs it or has completed it; null while it is pending. */
  version: string | null;
  /** Documents in completed batches. */
  documents: number;
}

export interface DatabaseStatus {
  database: string;
  migrations: MigrationStatus[];
  /** Running processes for which pending `contract` migrations wait. */
  olderReplicas: Replica[];
}

/** Runs the migrations of one database, in one process at a time, and records them in the database. */
export class MigrationRunner {
  private readonly connection: Connection;
  private readonly migrations: readonly Migration[];
  private readonly logger: Logger;
  private readonly version: string;
  private readonly timing: MigrationTiming;
  private readonly lease: DatabaseLease;
  private readonly replicas: Replicas;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  /** @throws Error if the numbers are not 1, 2, 3 ... */
  constructor({ connection, migrations, logger, version = platformVersion, timing }: MigrationRunnerOptions) {
    const misplaced = migrations.find(({ number }, index) => number !== index + 1);
    if (misplaced) throw new Error(`Migration ${misplaced.number} (${misplaced.name}) is not in its place.`);
    this.connection = connection;
    this.migrations = migrations;
    this.logger = logger;
    this.version = version;
    this.timing = { ...defaultTiming, ...timing };
    const id = randomUUID();
    this.lease = new DatabaseLease(connection, 'migrations', id, this.timing.lease, logger);
    this.replicas = new Replicas(connection, { id, version, knows: this.knows }, this.timing.aliveFor);
  }

  /**
   * Records this process, and runs pending `expand` migrations, or waits while another process does. Then runs `contract`
   * migrations in the background, once no process is left that does not know them.
   * @throws NewerDataError if a newer version has changed the data so that this one cannot use it
   */
  async start(): Promise<void> {
    // Before the check: a process that contracts the data either finds this record, or this check finds its migration.
    await this.replicas.record();
    await this.check();
    await this.expand();
    this.schedule();
  }

  /** Stops after the current batch of documents; the next process continues there. */
  async close(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.beating;
    try {
      await this.replicas.remove();
    } catch (error) {
      this.logger.warn({ err: error, database: this.connection.name }, 'replica not removed from the database');
    }
  }

  async status(): Promise<DatabaseStatus> {
    const [records, holder] = await Promise.all([this.records(), this.lease.holder()]);
    const known = this.migrations.map((migration) => statusOf(migration, records.get(migration.number), holder));
    const unknown = [...records.values()].filter(({ _id }) => _id > this.knows);
    const pending = known.findLast(({ phase, state }) => phase === 'contract' && state !== 'done');
    return {
      database: this.connection.name,
      migrations: [
        ...known,
        ...unknown.map((record) => ({ ...described(record), state: 'unknown' as const, version: record.version })),
      ],
      olderReplicas: pending ? await this.replicas.withoutKnowing(pending.number) : [],
    };
  }

  /** Runs pending `contract` migrations in their order, as long as every running process knows them. */
  async contract(): Promise<void> {
    if ((await this.pending('contract')).length === 0) return;
    await this.lease.attempt(async (fence) => {
      for (const migration of await this.pending('contract')) {
        if (!(await this.runIfKnownToAll(migration, fence))) return;
      }
    });
  }

  private get knows(): number {
    return this.migrations.length;
  }

  private async check(): Promise<void> {
    for (const record of (await this.records()).values()) {
      const { _id: number, name, phase, version } = record;
      const known = this.migrations[number - 1];
      const database = this.connection.name;
      if (known && known.name !== name)
        throw new Error(
          `Migration ${number} of ${database} is "${name}" in the data, but "${known.name}" in the code.`,
        );
      if (known) continue;
      // Also one of a phase that does not exist yet.
      if (phase !== 'expand') throw new NewerDataError({ database, number, name, version }, this.own);
      this.logger.info({ database, migration: number, version }, 'the data is prepared for a newer version');
    }
  }

  private get own(): Replica {
    return { version: this.version, knows: this.knows };
  }

  private async expand(): Promise<void> {
    let isWaiting = false;
    while ((await this.pending('expand')).length > 0) {
      if (await this.tryToExpand()) continue;
      if (!isWaiting)
        this.logger.info({ database: this.connection.name }, 'another process migrates the data, waiting');
      isWaiting = true;
      await delay(this.timing.poll);
    }
  }

  private async tryToExpand(): Promise<boolean> {
    try {
      return await this.lease.attempt(async (fence) => {
        for (const migration of await this.pending('expand')) await this.runOne(migration, fence);
      });
    } catch (error) {
      if (error instanceof LeaseLostError) return false;
      throw error;
    }
  }

  private async pending(phase: MigrationPhase): Promise<Migration[]> {
    const records = await this.records();
    return this.migrations.filter((one) => one.phase === phase && !records.get(one.number)?.finished_at);
  }

  /** @returns whether it ran: not while a process runs that does not know it */
  private async runIfKnownToAll(migration: Migration, fence: number): Promise<boolean> {
    if (await this.waitsForOlder(migration)) return false;
    const isNew = !(await this.records()).has(migration.number);
    await this.begin(migration, fence);
    // Again, because an older process that has started since then did not see the record of this migration.
    if (await this.waitsForOlder(migration)) {
      if (isNew) await this.collection.deleteOne({ _id: migration.number, fence });
      return false;
    }
    await this.work(migration, fence);
    return true;
  }

  private async waitsForOlder({ number, name }: Migration): Promise<boolean> {
    const older = await this.replicas.withoutKnowing(number);
    if (older.length === 0) return false;
    const versions = [...new Set(older.map(({ version }) => version))];
    this.logger.info(
      { database: this.connection.name, migration: number, name, versions },
      'migration waits for older processes',
    );
    return true;
  }

  private async runOne(migration: Migration, fence: number): Promise<void> {
    await this.begin(migration, fence);
    await this.work(migration, fence);
  }

  private async begin({ number, name, phase }: Migration, fence: number): Promise<void> {
    try {
      await this.collection.updateOne(
        { _id: number, fence: { $lt: fence } },
        {
          $set: { name, phase, version: this.version, fence },
          $setOnInsert: { started_at: new Date(), finished_at: null, positions: {} },
        },
        { upsert: true },
      );
    } catch (error) {
      // The record has a higher fence, so that the upsert tried to insert a second one.
      if (error instanceof mongoose.mongo.MongoServerError && error.code === duplicateKey) throw lost(number);
      throw error;
    }
  }

  private async work(migration: Migration, fence: number): Promise<void> {
    const { number, name } = migration;
    const about = { database: this.connection.name, migration: number, name };
    const began = Date.now();
    this.logger.info(about, 'migration started');
    await migration.run(await this.contextOf(number, fence));
    await this.update(number, fence, { finished_at: new Date() });
    this.logger.info({ ...about, ms: Date.now() - began }, 'migration completed');
  }

  private async contextOf(number: number, fence: number): Promise<MigrationContext> {
    const { db } = this.connection;
    if (!db) throw new Error('not connected');
    const { positions = {} } = (await this.records()).get(number) ?? {};
    const save = (collection: string) => async (position: Position) => {
      await this.update(number, fence, { [`positions.${collection}`]: position });
      this.stopping.signal.throwIfAborted();
    };
    return {
      db,
      batches: <T extends StoredDocument>(collection: string, options: BatchOptions = {}) =>
        batchesOf<T>(db.collection(collection), options, positions[collection], save(collection)),
    };
  }

  /** @throws LeaseLostError if another process has begun the migration since */
  private async update(number: number, fence: number, fields: object): Promise<void> {
    const { matchedCount } = await this.collection.updateOne({ _id: number, fence }, { $set: fields });
    if (matchedCount === 0) throw lost(number);
  }

  private schedule(): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.beating = this.beat().finally(() => this.schedule());
    }, this.timing.beat);
  }

  private async beat(): Promise<void> {
    try {
      await this.replicas.record();
      await this.contract();
    } catch (error) {
      if (this.stopping.signal.aborted || error instanceof LeaseLostError) return;
      this.logger.error({ err: error, database: this.connection.name }, 'migrations failed, will retry');
    }
  }

  private async records(): Promise<Map<number, MigrationRecord>> {
    const found = await this.collection.find({}, { sort: { _id: 1 } }).toArray();
    return new Map(found.map((record) => [record._id, record]));
  }

  private get collection() {
    return this.connection.collection<MigrationRecord>(migrationsCollection);
  }
}

const lost = (number: number) => new LeaseLostError(`Another process runs migration ${number} now.`);

const described = ({ _id, name, phase, positions }: MigrationRecord) => ({
  number: _id,
  name,
  phase,
  documents: Object.values(positions).reduce((sum, { documents }) => sum + documents, 0),
});

function statusOf({ number, name, phase }: Migration, record: MigrationRecord | undefined, holder: string | null) {
  if (!record) return { number, name, phase, state: 'pending' as const, version: null, documents: 0 };
  const unfinished = holder === null ? ('interrupted' as const) : ('running' as const);
  return { ...described(record), state: record.finished_at ? ('done' as const) : unfinished, version: record.version };
}
