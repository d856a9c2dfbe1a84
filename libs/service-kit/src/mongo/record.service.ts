import type { LiveAction } from '@docfolio/contracts/core/live';
import type { OccurredEvent } from '../events/outbox.js';
import { actorOf, type CallContext } from '../rpc/call-context.js';
import type { RecordRepository } from './record.repository.js';
import type { RecordOutput } from './record-output.js';

interface Patch {
  id: string;
  version?: number | undefined;
}

/** Base of services for `crud()` operations, without the list. A subclass supplies the list and the events. */
export abstract class RecordService<Fields extends object> {
  protected abstract readonly records: RecordRepository<Fields>;

  /** Returns the events of a change. @param actor from `actorOf` @param before `record` before an edit */
  protected abstract eventsOf(
    act: LiveAction,
    record: RecordOutput<Fields>,
    actor: string | null,
    before: RecordOutput<Fields>,
  ): readonly OccurredEvent[];

  /** Returns a record. @throws ProblemError `not_found` */
  get(id: string) {
    return this.records.get(id);
  }

  /** Creates a record, or returns the one of a repeated call. @throws ProblemError as `RecordRepository.create` */
  create(added: Partial<Fields>, call: CallContext) {
    return this.records.create(call.recordId, call.bodyHash, added, this.events('created', actorOf(call)));
  }

  /** Changes fields of a record. @throws ProblemError as `RecordRepository.patch`, such as `stale` */
  patch({ id, version, ...changes }: Patch & Partial<Fields>, call: CallContext) {
    const events = (record: RecordOutput<Fields>, before: RecordOutput<Fields>) =>
      this.eventsOf('changed', record, actorOf(call), before);
    return this.records.patch(id, changes as unknown as Partial<Fields>, { version, events });
  }

  /** Soft-deletes a record. @throws ProblemError `not_found`, `saturated` */
  delete(id: string, call: CallContext) {
    return this.records.softDelete(id, this.events('deleted', actorOf(call)));
  }

  /** Restores a deleted record. @param actor from `actorOf` @throws ProblemError as `RecordRepository` */
  restore(id: string, actor: string | null): Promise<unknown> {
    return this.records.restore(id, this.events('restored', actor));
  }

  private events(act: LiveAction, actor: string | null) {
    return (record: RecordOutput<Fields>) => this.eventsOf(act, record, actor, record);
  }
}
