import { auditPolicyOf } from '@docfolio/contracts/audit-policy';
import type { auditQuery } from '@docfolio/contracts/entities/audit';
import { allOperations } from '@docfolio/contracts/operations';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { Total } from '@docfolio/service-kit/mongo/record-list';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';
import type { Model } from 'mongoose';
import type { z } from 'zod';
import type { AuditErasure, AuditFields } from './audit-entry.js';

export type AuditQuery = z.output<typeof auditQuery> & { known?: Total | undefined };
export type AuditRecord = RecordOutput<AuditFields>;

const eraseBatch = 200;
const operations = new Map(allOperations().map((named) => [named.name.toLowerCase(), named]));

/** Stores the audit trail. Entries are only completed, erased and expired; nothing else changes or removes one. */
export class AuditRepository extends RecordRepository<AuditFields> {
  constructor(
    entries: Model<Stored<AuditFields>>,
    outbox: OutboxPublisher,
    private readonly erasures: Model<AuditErasure>,
    /** Days for which entries are stored. */
    readonly days: number,
  ) {
    super(entries, outbox);
  }

  protected override get auditedFields(): readonly string[] {
    return [];
  }

  /** Stores an entry. A repeat with the same id is a no-op. */
  add(id: string, fields: Omit<AuditFields, 'expires_at' | 'erased'>): Promise<AuditRecord> {
    return this.create(id, '', { ...fields, erased: false, expires_at: this.expiry() });
  }

  async findEntry(id: string): Promise<AuditRecord | null> {
    const found = await this.model.findOne({ _id: id, deleted_at: null }).lean<Stored<AuditFields> | null>();
    return found && this.output(found);
  }

  /**
   * Returns a page of entries. A search that is an email address, the name of an operation or the beginning of a request
   * id finds those; any other one finds parts of record names.
   */
  search({ who, act, kind, record, from, to, search, ...query }: AuditQuery) {
    const exact = search === undefined ? undefined : exactSearch(search);
    const time = { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) };
    const filter: Filter<Stored<AuditFields>> = {
      ...(who && { who }),
      ...(act && { act }),
      ...(kind && { kind }),
      ...(record && { record_id: record }),
      // Within $and, because the cursor is a condition on the same field.
      ...((from || to) && { $and: [{ created_at: time }] }),
      ...exact,
    };
    return this.list({ ...query, ...(!exact && search && { search }) }, { filter, sorts: ['created_at'] });
  }

  /** Stores the outcome of a call, unless its changes have confirmed it already. */
  async confirm(id: string, outcome: AuditFields['outcome'], problem: string | null): Promise<void> {
    await this.model.updateOne({ _id: id, outcome: 'unconfirmed' }, { $set: { outcome, problem } });
  }

  /**
   * Erases the name and values of a record from its entries, also from those that arrive later.
   * @returns the ids of the entries that were erased now
   */
  async erase(kind: string, recordId: string): Promise<string[]> {
    await this.erasures.updateOne(
      { _id: `${kind}:${recordId}` },
      { $set: { expires_at: this.expiry() } },
      { upsert: true },
    );
    const erased: string[] = [];
    for (;;) {
      const found = await this.model
        .find({ record_id: recordId, kind, erased: false, deleted_at: null }, { _id: 1 })
        .limit(eraseBatch)
        .lean<{ _id: string }[]>();
      await Promise.all(found.map(({ _id }) => this.eraseEntry(_id)));
      erased.push(...found.map(({ _id }) => _id));
      if (found.length < eraseBatch) return erased;
    }
  }

  async isErased(kind: string, recordId: string): Promise<boolean> {
    return (await this.erasures.exists({ _id: `${kind}:${recordId}` })) !== null;
  }

  async eraseEntry(id: string): Promise<void> {
    await this.patch(id, ({ changes }) => ({
      record_name: null,
      changes: changes.map(({ field }) => ({ field, before: null, after: null })),
      erased: true,
    }));
  }

  private expiry(): Date {
    return new Date(Date.now() + this.days * 24 * 60 * 60 * 1_000);
  }
}

/** Returns the condition of a search that names something whole; undefined for a search in the names of records. */
function exactSearch(search: string): Filter<Stored<AuditFields>> | undefined {
  const text = search.trim();
  const named = operations.get(text.toLowerCase());
  const policy = named && auditPolicyOf(named);
  // The index on acts finds the operation.
  if (named && policy && policy.by !== 'exempt') return { act: policy.act, operation: named.name };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { who_name: text.toLowerCase() };
  if (/^[0-9a-f]{8}[0-9a-f-]*$/i.test(text)) return { request_id: { $gte: text, $lt: `${text}g` } };
  return undefined;
}
