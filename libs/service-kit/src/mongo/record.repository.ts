import { isDeepStrictEqual } from 'node:util';
import type { List } from '@docfolio/contracts/core/list';
import type { LiveAction } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Model } from 'mongoose';
import { auditedWrite } from '../audit/audited-change.js';
import type { OccurredEvent } from '../events/outbox.js';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { groupCalls } from '../group-calls.js';
import { documentCaster } from './document-caster.js';
import { conflictOf, isDuplicateKey } from './duplicate-key.js';
import { insertGroup } from './insert-group.js';
import { purgeTombstones } from './maintenance.js';
import { querySpan } from './query-spans.js';
import { derivedFields, type RecordBase, type RecordTraits, type Stored, traitsOf } from './record.schema.js';
import { type ListOptions, listRecords, type RecordListQuery } from './record-list.js';
import { type RecordOutput, toOutput } from './record-output.js';
import type { Filter, TypedModel } from './typed-model.js';

/** Attempts of a write that loses to concurrent ones, before it fails with `saturated`. */
const maxPatchAttempts = 20;

export type Events<Fields> = readonly OccurredEvent[] | ((record: RecordOutput<Fields>) => readonly OccurredEvent[]);

export type Changes<Fields> = Partial<Fields> | ((current: RecordOutput<Fields>) => Partial<Fields>);

export interface PatchOptions<Fields> {
  /** Version that the editor has read; if another is stored, the patch is refused as `stale`. Default: any. */
  version?: number | undefined;
  /** Whether a soft-deleted record is patched, too. Default: it counts as `not_found`. */
  inTrash?: boolean;
  events?:
    | readonly OccurredEvent[]
    | ((record: RecordOutput<Fields>, before: RecordOutput<Fields>) => readonly OccurredEvent[]);
}

/** Base of repositories: idempotent create, optimistic locking, soft delete, indexed lists, an outbox for events. */
export class RecordRepository<Fields extends object> {
  protected readonly traits: RecordTraits;
  /** Fields that the audit trail records. A subclass narrows them; without any, its writes are not recorded. */
  protected get auditedFields(): readonly string[] {
    return this.traits.fields;
  }

  private readonly cast: (document: Record<string, unknown>) => Record<string, unknown>;
  private readonly insert = groupCalls((documents: readonly Record<string, unknown>[]) =>
    insertGroup(this.collection, documents),
  );

  constructor(
    private readonly collection: Model<Stored<Fields>>,
    protected readonly outbox: OutboxPublisher,
  ) {
    this.traits = traitsOf(collection.schema);
    this.cast = documentCaster(collection.schema);
  }

  protected get model(): TypedModel<Stored<Fields>> {
    return this.collection as unknown as TypedModel<Stored<Fields>>;
  }

  /**
   * Creates a record, or returns the one that an identical earlier call created. @param opHash hash of the request body
   * @throws ProblemError `idempotency_key_reused` if another body created it; `conflict` or the unique index's code
   */
  async create(
    id: string,
    opHash: string,
    fields: Partial<Fields>,
    events?: Events<Fields>,
  ): Promise<RecordOutput<Fields>> {
    const now = new Date();
    const record = {
      ...this.withDefaults(fields),
      _id: id,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      version: 1,
      op_hash: opHash,
      outbox: [],
    } as unknown as Stored<Fields>;
    const raised = [...this.resolveEvents(events, record), ...this.audited('created', undefined, record)];
    const stored = this.cast({
      ...record,
      ...derivedFields(this.traits, record as Record<string, unknown>),
      outbox: raised.map(({ entry }) => entry),
    });
    try {
      await querySpan('insert', this.collection.collection.name, () => this.insert(stored));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.resolveDuplicate(id, opHash, error);
    }
    await this.publish(id, raised);
    return this.output(record);
  }

  /** Returns an active record. @throws ProblemError `not_found`, also for a deleted record */
  async get(id: string): Promise<RecordOutput<Fields>> {
    return this.output(await this.getActive(id));
  }

  /** Returns a page of active records. Each filter and sort in `options` should have an index in the schema. */
  async list(query: RecordListQuery, options: ListOptions<Fields>): Promise<List<RecordOutput<Fields>>> {
    const { items, ...rest } = await listRecords(this.collection, this.traits, query, options);
    return { items: items.map((item) => this.output(item)), ...rest };
  }

  /** Counts active records exactly. The filter should have an index in the schema. */
  count(filter: Filter<Stored<Fields>> = {}): Promise<number> {
    const named = Object.keys(filter).length > 0 ? filter : { created_at: { $gt: new Date(0) } };
    return this.collection.countDocuments({ ...named, deleted_at: null }).exec();
  }

  /**
   * Updates fields and raises the version. `undefined` leaves a field unchanged, `null` clears it. Without a change
   * nothing is written. @param changes a function is called again after losing to a concurrent write
   * @throws ProblemError `not_found`; `stale` with the stored record; `conflict` or the unique index's code;
   * `saturated`
   */
  async patch(id: string, changes: Changes<Fields>, options: PatchOptions<Fields> = {}): Promise<RecordOutput<Fields>> {
    const { version, inTrash, events } = options;
    for (let attempt = 0; attempt < maxPatchAttempts; attempt++) {
      const current = inTrash ? await this.getStored({ _id: id }) : await this.getActive(id);
      if (version !== undefined && version !== current.version) throw this.stale(current);
      const changed = typeof changes === 'function' ? changes(this.output(current)) : changes;
      const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      const before = current as Record<string, unknown>;
      if (Object.entries(set).every(([field, value]) => isDeepStrictEqual(value, before[field])))
        return this.output(current);
      const next = { ...current, ...set, updated_at: new Date(), version: current.version + 1 } as Stored<Fields>;
      const resolved = this.resolveEvents(
        typeof events === 'function' ? (record) => events(record, this.output(current)) : events,
        next,
      );
      const raised = [...resolved, ...this.audited('changed', current, next)];
      const written = await this.updateIfUnchanged(current, {
        $set: { ...set, ...derivedFields(this.traits, next as Record<string, unknown>), updated_at: next.updated_at },
        $inc: { version: 1 },
        ...outboxPush(raised),
      });
      if (!written) continue;
      await this.publish(id, raised);
      return this.output(written);
    }
    throw new ProblemError('saturated', { retryAfter: 1 });
  }

  /** Soft-deletes a record. Its unique values can then be used again. @throws ProblemError `not_found`, `saturated` */
  async softDelete(id: string, events?: Events<Fields>): Promise<{ id: string }> {
    await this.setDeletedAt(id, new Date(), events);
    return { id };
  }

  /** Restores a deleted record. @throws ProblemError `not_found`, `saturated`; `conflict` or the unique index's code */
  async restore(id: string, events?: Events<Fields>): Promise<RecordOutput<Fields>> {
    return this.output(await this.setDeletedAt(id, null, events));
  }

  purge(olderThan: Date): Promise<number> {
    return purgeTombstones(this.collection, this.outbox, olderThan);
  }

  protected output(stored: Stored<Fields>): RecordOutput<Fields> {
    return toOutput(stored, this.traits.fields);
  }

  /** Returns an active record as it is stored. @throws ProblemError `not_found`, also for a deleted record */
  protected getActive(id: string): Promise<Stored<Fields>> {
    return this.getStored({ _id: id, deleted_at: null });
  }

  /**
   * Sets fields, also of a deleted record, without raising the version, so that open edit forms don't get `stale`. Not
   * for searched, sorted or computed fields, whose derived values it does not update. @throws ProblemError `not_found`
   */
  protected async setCounters(id: string, counters: Partial<Fields>, events?: Events<Fields>): Promise<void> {
    const current = await this.getStored({ _id: id });
    const raised = this.resolveEvents(events, { ...current, ...counters });
    const { matchedCount } = await this.collection.updateOne({ _id: id }, {
      $set: counters,
      ...outboxPush(raised),
    } as object);
    if (matchedCount === 0) throw new ProblemError('not_found');
    await this.publish(id, raised);
  }

  /** Invalidates caches, then starts publishing the events. Await it before acknowledging the write. */
  protected async publish(id: string, raised: readonly OccurredEvent[]): Promise<void> {
    const entries = raised.map(({ entry }) => entry);
    this.outbox.publishSoon(this.collection, id, entries, await this.outbox.invalidateCaches(entries));
  }

  /** Has the audit trail erase the values of records. Await it before purging them. @throws Error without Redis */
  protected announcePurge(ids: readonly string[]): Promise<void> {
    return this.outbox.announcePurge(this.collection.collection.name, ids);
  }

  /** Soft-deletes (`at` is a time) or restores (`at` is null) a record with optimistic locking. */
  private async setDeletedAt(id: string, at: Date | null, events: Events<Fields> | undefined): Promise<Stored<Fields>> {
    for (let attempt = 0; attempt < maxPatchAttempts; attempt++) {
      const current = await this.find({ _id: id });
      if (!current || (current.deleted_at === null) === (at === null)) throw new ProblemError('not_found');
      const now = new Date();
      const next = { ...current, deleted_at: at, updated_at: now, version: current.version + 1 };
      const act = at === null ? 'restored' : 'deleted';
      const raised = [...this.resolveEvents(events, next), ...this.audited(act, current, next)];
      const written = await this.updateIfUnchanged(current, {
        $set: { deleted_at: at, updated_at: now },
        $inc: { version: 1 },
        ...outboxPush(raised),
      });
      if (!written) continue;
      await this.publish(id, raised);
      return written;
    }
    throw new ProblemError('saturated', { retryAfter: 1 });
  }

  private async updateIfUnchanged(
    current: Stored<Fields>,
    update: Record<string, unknown>,
  ): Promise<Stored<Fields> | null> {
    const { _id, version, deleted_at } = current as RecordBase;
    try {
      return await this.collection
        .findOneAndUpdate({ _id, version, deleted_at }, update, { returnDocument: 'after' })
        .lean<Stored<Fields> | null>();
    } catch (error) {
      throw isDuplicateKey(error) ? conflictOf(error, this.traits) : error;
    }
  }

  private async resolveDuplicate(id: string, opHash: string, error: Error): Promise<RecordOutput<Fields>> {
    const existing = await this.find({ _id: id });
    // Another record has the unique value.
    if (!existing) throw conflictOf(error, this.traits);
    if (existing.op_hash !== opHash) throw new ProblemError('idempotency_key_reused');
    // The first attempt may have crashed before it invalidated caches.
    await this.outbox.invalidateCaches(existing.outbox ?? []);
    return this.output(existing);
  }

  private async getStored(filter: Record<string, unknown>): Promise<Stored<Fields>> {
    const found = await this.find(filter);
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  private find(filter: Record<string, unknown>): Promise<Stored<Fields> | null> {
    return this.collection.findOne(filter).lean<Stored<Fields> | null>().exec();
  }

  private stale(current: Stored<Fields>): ProblemError {
    return new ProblemError('stale', { current: this.output(current) });
  }

  private resolveEvents(events: Events<Fields> | undefined, next: Stored<Fields>): readonly OccurredEvent[] {
    if (!events) return [];
    return typeof events === 'function' ? events(this.output(next)) : events;
  }

  private audited(
    act: LiveAction,
    before: Stored<Fields> | undefined,
    after: Stored<Fields>,
  ): readonly OccurredEvent[] {
    const fields = this.auditedFields;
    if (fields.length === 0) return [];
    return auditedWrite({
      kind: this.collection.collection.name,
      id: (after as RecordBase)._id,
      act,
      before: before as Record<string, unknown> | undefined,
      after: after as Record<string, unknown>,
      fields,
    });
  }

  /** Fills absent fields with their default or null. @throws Error for a field that the schema lacks */
  private withDefaults(fields: Partial<Fields>): Record<string, unknown> {
    const given = fields as Record<string, unknown>;
    const unknown = Object.keys(given).find(
      (field) => given[field] !== undefined && !this.traits.fields.includes(field),
    );
    if (unknown) throw new Error(`The schema of ${this.collection.collection.name} has no field ${unknown}`);
    return Object.fromEntries(this.traits.fields.map((field) => [field, given[field] ?? this.defaultOf(field)]));
  }

  private defaultOf(field: string): unknown {
    const fallback: unknown = this.collection.schema.path(field)?.options?.default;
    return typeof fallback === 'function' ? fallback() : (fallback ?? null);
  }
}

function outboxPush(raised: readonly OccurredEvent[]): Record<string, unknown> {
  return raised.length > 0 ? { $push: { outbox: { $each: raised.map(({ entry }) => entry) } } } : {};
}
