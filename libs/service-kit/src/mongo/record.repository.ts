import { isDeepStrictEqual } from 'node:util';
import type { List } from '@docfolio/contracts/list';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Model } from 'mongoose';
import type { OccurredEvent } from '../events/outbox.js';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { conflictOf, isDuplicateKey } from './duplicate-key.js';
import { purgeTombstones } from './maintenance.js';
import { derivedFields, type RecordBase, type RecordTraits, type Stored, traitsOf } from './record.schema.js';
import { type ListOptions, listRecords, type RecordListQuery } from './record-list.js';
import { type RecordOutput, toOutput } from './record-output.js';
import type { Filter, TypedModel } from './typed-model.js';

/** Times that a patch which names no version is tried again when another one comes between its read and its write. */
const patchAttempts = 20;

/** Events that a write raises: known beforehand, or made from the record as it will be. */
export type Events<Fields> = readonly OccurredEvent[] | ((record: RecordOutput<Fields>) => readonly OccurredEvent[]);

/** What a patch changes: known beforehand, or made from the record that it meets. */
export type Changes<Fields> = Partial<Fields> | ((current: RecordOutput<Fields>) => Partial<Fields>);

export interface PatchOptions<Fields> {
  /** The version that the editor read; without it the change is applied to whatever stands there. */
  version?: number | undefined;
  /** Known beforehand, or made from the record as it will be and as it was. */
  events?:
    | readonly OccurredEvent[]
    | ((record: RecordOutput<Fields>, before: RecordOutput<Fields>) => readonly OccurredEvent[]);
}

/**
 * Records of one collection: created once however often they are sent, listed by index, edited under a version, deleted
 * to tombstones; what happens to them is published with them. A feature's repository extends it and keeps mongoose to
 * itself.
 */
export class RecordRepository<Fields extends object> {
  protected readonly traits: RecordTraits;

  constructor(
    private readonly collection: Model<Stored<Fields>>,
    protected readonly outbox: OutboxPublisher,
  ) {
    this.traits = traitsOf(collection.schema);
  }

  protected get model(): TypedModel<Stored<Fields>> {
    return this.collection as unknown as TypedModel<Stored<Fields>>;
  }

  /**
   * Creates a record, or answers the one that the same create has made before.
   * @param id of the call (`CallContext.recordId`)
   * @param opHash hash of the call's body
   * @throws ProblemError `idempotency_key_reused` when another body made it; `conflict`, or what the index says
   */
  async create(
    id: string,
    opHash: string,
    fields: Partial<Fields>,
    events?: Events<Fields>,
  ): Promise<RecordOutput<Fields>> {
    const now = new Date();
    const record = {
      ...this.complete(fields),
      _id: id,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      version: 1,
      op_hash: opHash,
      outbox: [],
    } as unknown as Stored<Fields>;
    const raised = this.raised(events, record);
    const stored = {
      ...record,
      ...derivedFields(this.traits, record as Record<string, unknown>),
      outbox: raised.map(({ entry }) => entry),
    };
    try {
      await this.collection.create([stored]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.existing(id, opHash, error);
    }
    await this.publish(id, raised);
    return this.output(record);
  }

  /** @throws ProblemError `not_found` */
  async get(id: string): Promise<RecordOutput<Fields>> {
    return this.output(await this.getActive(id));
  }

  /** One screenful. Each query that `options` can ask needs an index that the schema names. */
  async list(query: RecordListQuery, options: ListOptions<Fields>): Promise<List<RecordOutput<Fields>>> {
    const { items, ...rest } = await listRecords(this.collection, this.traits, query, options);
    return { items: items.map((item) => this.output(item)), ...rest };
  }

  /** Living records of a filter, exactly. It needs an index that the schema names, as a list of them does. */
  count(filter: Filter<Stored<Fields>> = {}): Promise<number> {
    // Without a filter: what every record matches, so that the index `living` is counted and not the collection.
    const named = Object.keys(filter).length > 0 ? filter : { created_at: { $gt: new Date(0) } };
    return this.collection.countDocuments({ ...named, deleted_at: null }).exec();
  }

  /**
   * Changes the fields that `changes` has (undefined says nothing, null clears) and raises the version. A function of
   * the record is asked anew when another patch comes between. Where nothing would be another nothing is written, and
   * whoever edits the record meanwhile doesn't find it stale.
   * @throws ProblemError `not_found`; `stale` with the current record; `conflict`, or what the index says
   */
  async patch(id: string, changes: Changes<Fields>, options: PatchOptions<Fields> = {}): Promise<RecordOutput<Fields>> {
    const { version, events } = options;
    for (let attempt = 0; attempt < patchAttempts; attempt++) {
      const current = await this.getActive(id);
      if (version !== undefined && version !== current.version) throw this.stale(current);
      const changed = typeof changes === 'function' ? changes(this.output(current)) : changes;
      const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      const before = current as Record<string, unknown>;
      if (Object.entries(set).every(([field, value]) => isDeepStrictEqual(value, before[field])))
        return this.output(current);
      const next = { ...current, ...set, updated_at: new Date(), version: current.version + 1 } as Stored<Fields>;
      const raised = this.raised(
        typeof events === 'function' ? (record) => events(record, this.output(current)) : events,
        next,
      );
      const written = await this.write(current, {
        $set: { ...set, ...derivedFields(this.traits, next as Record<string, unknown>), updated_at: next.updated_at },
        $inc: { version: 1 },
        ...pushed(raised),
      });
      if (!written) continue;
      await this.publish(id, raised);
      return this.output(written);
    }
    throw new ProblemError('saturated', { retryAfter: 1 });
  }

  /** Makes a tombstone of a record; its slots (slug, e-mail) are free from now on. @throws ProblemError `not_found` */
  async softDelete(id: string, events?: Events<Fields>): Promise<{ id: string }> {
    await this.setDeletedAt(id, new Date(), events);
    return { id };
  }

  /** Brings a deleted record back. @throws ProblemError `not_found`; `conflict` when its slot has been taken */
  async restore(id: string, events?: Events<Fields>): Promise<RecordOutput<Fields>> {
    return this.output(await this.setDeletedAt(id, null, events));
  }

  /** Removes for good what was deleted before a time; @returns records removed */
  purge(olderThan: Date): Promise<number> {
    return purgeTombstones(this.collection, olderThan);
  }

  protected output(stored: Stored<Fields>): RecordOutput<Fields> {
    return toOutput(stored, this.traits.fields);
  }

  /** @throws ProblemError `not_found` */
  protected async getActive(id: string): Promise<Stored<Fields>> {
    const found = await this.find({ _id: id, deleted_at: null });
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  /**
   * Sets counters that are recomputed from other records, and nothing else: neither `version` nor `updated_at`, so that
   * no editor's save becomes stale by it. Not for fields that the schema searches or sorts text by. A deleted record is
   * counted too: it may come back.
   * @throws ProblemError `not_found`
   */
  protected async setCounters(id: string, counters: Partial<Fields>, events?: Events<Fields>): Promise<void> {
    const current = await this.find({ _id: id });
    if (!current) throw new ProblemError('not_found');
    const raised = this.raised(events, { ...current, ...counters });
    const { matchedCount } = await this.collection.updateOne({ _id: id }, {
      $set: counters,
      ...pushed(raised),
    } as object);
    if (matchedCount === 0) throw new ProblemError('not_found');
    await this.publish(id, raised);
  }

  /** Tells caches before the write is acknowledged, subscribers soon after. */
  protected async publish(id: string, raised: readonly OccurredEvent[]): Promise<void> {
    const entries = raised.map(({ entry }) => entry);
    this.outbox.publishSoon(this.collection, id, entries, await this.outbox.invalidateCaches(entries));
  }

  /** One record however it is deleted; moves between living and deleted under its version. */
  private async setDeletedAt(id: string, at: Date | null, events: Events<Fields> | undefined): Promise<Stored<Fields>> {
    for (let attempt = 0; attempt < patchAttempts; attempt++) {
      const current = await this.find({ _id: id });
      if (!current || (current.deleted_at === null) === (at === null)) throw new ProblemError('not_found');
      const now = new Date();
      const next = { ...current, deleted_at: at, updated_at: now, version: current.version + 1 };
      const raised = this.raised(events, next);
      const written = await this.write(current, {
        $set: { deleted_at: at, updated_at: now },
        $inc: { version: 1 },
        ...pushed(raised),
      });
      if (!written) continue;
      await this.publish(id, raised);
      return written;
    }
    throw new ProblemError('saturated', { retryAfter: 1 });
  }

  /** Writes if nobody has written since `current` was read. */
  private async write(current: Stored<Fields>, update: Record<string, unknown>): Promise<Stored<Fields> | null> {
    const { _id, version, deleted_at } = current as RecordBase;
    try {
      return await this.collection
        .findOneAndUpdate({ _id, version, deleted_at }, update, { returnDocument: 'after' })
        .lean<Stored<Fields> | null>();
    } catch (error) {
      throw isDuplicateKey(error) ? conflictOf(error, this.traits) : error;
    }
  }

  private async existing(id: string, opHash: string, error: Error): Promise<RecordOutput<Fields>> {
    const existing = await this.find({ _id: id });
    // Another record holds a unique slot.
    if (!existing) throw conflictOf(error, this.traits);
    if (existing.op_hash !== opHash) throw new ProblemError('idempotency_key_reused');
    // What the first time may have died before it told.
    await this.outbox.invalidateCaches(existing.outbox ?? []);
    return this.output(existing);
  }

  private find(filter: Record<string, unknown>): Promise<Stored<Fields> | null> {
    return this.collection.findOne(filter).lean<Stored<Fields> | null>().exec();
  }

  private stale(current: Stored<Fields>): ProblemError {
    return new ProblemError('stale', { current: this.output(current) });
  }

  private raised(events: Events<Fields> | undefined, next: Stored<Fields>): readonly OccurredEvent[] {
    if (!events) return [];
    return typeof events === 'function' ? events(this.output(next)) : events;
  }

  /** Every field is there: an absent one is its default or null, so that each record has the same shape. */
  private complete(fields: Partial<Fields>): Record<string, unknown> {
    const given = fields as Record<string, unknown>;
    return Object.fromEntries(this.traits.fields.map((field) => [field, given[field] ?? this.defaultOf(field)]));
  }

  private defaultOf(field: string): unknown {
    const fallback: unknown = this.collection.schema.path(field)?.options?.default;
    return typeof fallback === 'function' ? fallback() : (fallback ?? null);
  }
}

/** What an update that raises events has besides its own changes. */
function pushed(raised: readonly OccurredEvent[]): Record<string, unknown> {
  return raised.length > 0 ? { $push: { outbox: { $each: raised.map(({ entry }) => entry) } } } : {};
}
