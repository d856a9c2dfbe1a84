import type { List } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Trashed, type TrashType, trashDays } from '@docfolio/contracts/entities/trash';
import type { Connection, Model } from 'mongoose';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { type Cursor, readCursor, writeCursor } from './cursor.js';
import type { TrashMark } from './from-trash.js';
import { purgeTombstones, tombstones } from './maintenance.js';
import type { RecordBase } from './record.schema.js';

const day = 24 * 60 * 60 * 1_000;
const sort = '-deleted_at';
const rowLength = 200;
/** Attempts to purge a record that is written concurrently. */
const purgeAttempts = 5;
const batchSize = 100;

export interface TrashKind extends TrashMark {
  restore(id: string, actor: string | null): Promise<unknown>;
}

export interface TrashQuery {
  type?: TrashType | undefined;
  after?: string | undefined;
  limit: number;
}

interface TrashKey {
  type: TrashType;
  id: string;
}

type Tombstone = Pick<RecordBase, '_id' | 'outbox'> & { deleted_at: Date };

/** Lists, restores and purges a service's soft-deleted records, all types in one list. */
export class TrashBin {
  private readonly kinds = new Map<TrashType, TrashKind>();

  constructor(
    private readonly connection: Connection,
    private readonly outbox: OutboxPublisher,
  ) {}

  /** Registers a type of record and how to restore it. @throws Error if it is registered already */
  hold(kind: TrashKind): void {
    if (this.kinds.has(kind.type)) throw new Error(`${kind.type} are restored by two methods`);
    this.kinds.set(kind.type, kind);
  }

  holds(type: TrashType): boolean {
    return this.kinds.has(type);
  }

  /** Returns a page of deleted records, newest deletion first, then by descending id. */
  async list({ type, after, limit }: TrashQuery): Promise<List<Trashed>> {
    const cursor = after === undefined ? undefined : readCursor(sort, 'date', after);
    const kinds = type === undefined ? [...this.kinds.values()] : [this.kind(type)];
    const [counts, rows] = await Promise.all([
      Promise.all(kinds.map((kind) => this.model(kind.type).countDocuments({ ...tombstones(), ...kind.shown }))),
      Promise.all(kinds.map((kind) => this.behind(kind, cursor, limit + 1))),
    ]);
    const found = rows.flat().sort(byDeletion);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return {
      items,
      total: counts.reduce((sum, count) => sum + count, 0),
      total_exact: true,
      next: found.length > limit && last ? writeCursor(sort, { key: new Date(last.deleted_at), id: last.id }) : null,
    };
  }

  /** Restores a record. @throws ProblemError `not_found`, `saturated`; `conflict` or the unique index's code */
  async restore({ type, id }: TrashKey, actor: string | null): Promise<TrashKey> {
    await this.kind(type).restore(id, actor);
    return { type, id };
  }

  /** Publishes a deleted record's events and purges it. @throws ProblemError `not_found`, `unavailable`, `saturated` */
  async purge({ type, id }: TrashKey): Promise<TrashKey> {
    const model = this.model(this.kind(type).type);
    const tombstone = { _id: id, ...tombstones() };
    for (let attempt = 0; attempt < purgeAttempts; attempt++) {
      const waiting = await model.findOne(tombstone, { outbox: 1 }).lean<Tombstone | null>();
      if (!waiting) throw new ProblemError('not_found');
      await this.publish(model, waiting);
      await this.untilKnown(this.outbox.announcePurge(type, [id]));
      const { deletedCount } = await model.deleteOne({ ...tombstone, 'outbox.0': { $exists: false } });
      if (deletedCount > 0) return { type, id };
    }
    throw new ProblemError('saturated', { retryAfter: 1 });
  }

  /** Purges all deleted records, also unlisted ones. @returns their number @throws ProblemError `unavailable` */
  async empty(): Promise<number> {
    const now = new Date(Date.now() + 1);
    let purged = 0;
    for (const type of this.kinds.keys())
      purged += await this.untilKnown(purgeTombstones(this.model(type), this.outbox, now));
    for (const type of this.kinds.keys()) purged += await this.purgeWithPendingEvents(type, now);
    return purged;
  }

  /** Publishes the pending events of tombstones, then purges these. */
  private async purgeWithPendingEvents(type: TrashType, until: Date): Promise<number> {
    const model = this.model(type);
    for (let purged = 0; ; ) {
      const waiting = await model.find(tombstones(until), { outbox: 1 }).limit(batchSize).lean<Tombstone[]>();
      for (const tombstone of waiting) await this.publish(model, tombstone);
      if (waiting.length > 0) purged += await this.untilKnown(purgeTombstones(model, this.outbox, until));
      if (waiting.length < batchSize) return purged;
    }
  }

  /** Returns rows after the cursor: first those deleted at the same time with a lower id, then earlier deletions. */
  private async behind(kind: TrashKind, cursor: Cursor | undefined, limit: number): Promise<Trashed[]> {
    if (!cursor) return this.find(kind, tombstones(), limit);
    const { key, id } = cursor;
    const equal = await this.find(kind, { deleted_at: key, _id: { $lt: id } }, limit);
    if (equal.length === limit) return equal;
    return [...equal, ...(await this.find(kind, tombstones(key as Date), limit - equal.length))];
  }

  private async find(kind: TrashKind, condition: Record<string, unknown>, limit: number): Promise<Trashed[]> {
    const read = ['deleted_at', ...kind.fields];
    const found = await this.model(kind.type)
      .find({ ...condition, ...kind.shown }, Object.fromEntries(read.map((field) => [field, 1])))
      .sort({ deleted_at: -1, _id: -1 })
      .limit(limit)
      .lean<Tombstone[]>();
    return found.map((tombstone) => rowOf(kind, tombstone));
  }

  /** Publishes the pending events of a deleted record. @throws ProblemError `unavailable` if that fails */
  private async publish(model: Model<Tombstone>, { _id, outbox }: Tombstone): Promise<void> {
    if (outbox.length === 0) return;
    await this.untilKnown(this.outbox.publish(model, _id, outbox));
  }

  /** @throws ProblemError `unavailable` if announcing a change fails */
  private async untilKnown<T>(announced: Promise<T>): Promise<T> {
    try {
      return await announced;
    } catch (cause) {
      const detail = 'What happened to the record has not been told everywhere yet. Try again in a moment.';
      throw new ProblemError('unavailable', { detail, retryAfter: 5, cause });
    }
  }

  private kind(type: TrashType): TrashKind {
    const kind = this.kinds.get(type);
    if (!kind) throw new Error(`${type} are not in this trash`);
    return kind;
  }

  private model(type: TrashType): Model<Tombstone> {
    return this.connection.model<Tombstone>(type);
  }
}

function rowOf({ type, row }: TrashKind, tombstone: Tombstone): Trashed {
  const { title, detail } = row(tombstone as never);
  const { deleted_at } = tombstone;
  return {
    id: tombstone._id,
    type,
    title: cut(title),
    detail: cut(detail ?? ''),
    deleted_at: deleted_at.toISOString(),
    expires_at: new Date(deleted_at.getTime() + trashDays * day).toISOString(),
  };
}

/** Sorts by deletion, newest first, then by descending id. */
function byDeletion(a: Trashed, b: Trashed): number {
  if (a.deleted_at !== b.deleted_at) return a.deleted_at < b.deleted_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Shortens a text to 200 characters, with `…` at the end. */
function cut(text: string): string {
  const characters = [...text.slice(0, rowLength * 2)];
  return characters.length <= rowLength ? text : `${characters.slice(0, rowLength - 1).join('')}…`;
}
