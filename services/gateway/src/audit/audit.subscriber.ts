import { type AuditPolicy, auditPolicyOf } from '@docfolio/contracts/audit-policy';
import type { PayloadOf } from '@docfolio/contracts/core/event';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { recordAudited, recordsPurged } from '@docfolio/contracts/entities/audit';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import type { AuditRecord, AuditRepository } from './audit.repository.js';
import type { AuditFields } from './audit-entry.js';
import { automatic, website } from './audit-trail.js';

type Written = PayloadOf<typeof recordAudited>;

/** Adds what services wrote to the entries of their calls. The first record completes the entry, others get their own. */
export class AuditSubscriber {
  private readonly operations: ReadonlyMap<string, NamedOperation>;

  constructor(
    private readonly entries: AuditRepository,
    private readonly outbox: OutboxPublisher,
    operations: readonly NamedOperation[],
  ) {
    this.operations = new Map(operations.map((named) => [operationKey(named.operation), named]));
  }

  @OnEvent(recordAudited)
  async record(written: Written, { eventId }: EventMeta): Promise<void> {
    const { kind, record_id } = written;
    // A visitor's call has no entry that it could complete.
    const completed = this.policyOf(written)?.by === 'record' ? undefined : await this.completeCall(written, eventId);
    const id = completed ?? (await this.addOwn(written, eventId));
    if (await this.entries.isErased(kind, record_id)) await this.entries.eraseEntry(id);
    await this.outbox.notifyOpenCrms([{ topic: 'audit_entries', id, act: 'changed' }]);
  }

  @OnEvent(recordsPurged)
  async purged({ kind, ids }: PayloadOf<typeof recordsPurged>): Promise<void> {
    for (const recordId of ids) {
      const erased = await this.entries.erase(kind, recordId);
      // An open page would go on showing what it has loaded.
      const changes = erased.map((id) => ({ topic: 'audit_entries', id, act: 'changed' }) as const);
      if (changes.length > 0) await this.outbox.notifyOpenCrms(changes);
    }
  }

  /** Completes the entry of the call, unless it is about another record. @returns its id if the entry has the changes */
  private async completeCall(written: Written, eventId: string): Promise<string | undefined> {
    let isOwn = false;
    const changesOf = (current: AuditRecord): Partial<AuditFields> => {
      const isFree = current.event_id === null && (current.record_id ?? written.record_id) === written.record_id;
      isOwn = isFree || current.event_id === eventId;
      if (!isFree) return {};
      return {
        event_id: eventId,
        kind: written.kind,
        record_id: written.record_id,
        record_name: written.record_name,
        changes: written.changes,
        // The write happened, whatever the caller got.
        ...(current.outcome === 'unconfirmed' && { outcome: 'done', problem: null }),
      };
    };
    await this.entries.patch(written.entry_id, changesOf).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    });
    return isOwn ? written.entry_id : undefined;
  }

  private policyOf({ operation }: Written): AuditPolicy | undefined {
    const named = this.operations.get(operation);
    return named && auditPolicyOf(named);
  }

  private async addOwn(written: Written, eventId: string): Promise<string> {
    const named = this.operations.get(written.operation);
    const policy = this.policyOf(written);
    const call = policy?.by === 'record' ? null : await this.entries.findEntry(written.entry_id);
    // Calls without an entry of their own are named by what they do, such as 'confirmed' or 'promoted'.
    const isOwnAct = policy !== undefined && policy.by !== 'exempt' && policy.kind === written.kind && !call;
    await this.entries.add(eventId, {
      ...actorOf(written, call),
      act: isOwnAct ? policy.act : written.act,
      operation: named?.name ?? written.operation,
      kind: written.kind,
      record_id: written.record_id,
      record_name: written.record_name,
      changes: written.changes,
      outcome: 'done',
      problem: null,
      note: null,
      request_id: written.request_id,
      event_id: eventId,
    });
    return eventId;
  }
}

function actorOf(
  { actor, automatic: isAutomatic }: Written,
  call: AuditRecord | null,
): Pick<AuditFields, 'actor' | 'who' | 'who_name'> {
  if (call) return { actor: call.actor, who: call.who, who_name: call.who_name };
  if (actor) return { actor: 'user', who: actor.user_id, who_name: actor.email };
  return isAutomatic ? automatic : website;
}
