import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ManagedRemote, remoteChanged } from '@docfolio/contracts/entities/remote';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { Schema } from 'mongoose';
import { initialPointer, type Pointer, stateOf } from './pointer.js';
import type { StoredChange } from './remote-changes.repository.js';

export interface RemoteFields extends Pointer {
  /** Changes that are not in the history's own collection yet: pointer and history are one write. */
  unrecorded: StoredChange[];
}
type RemoteOutput = RecordOutput<RemoteFields>;

export const remoteSchema = recordSchema<RemoteFields>({
  current: { type: String, default: null },
  previous: { type: String, default: null },
  canary: { type: Schema.Types.Mixed, default: null },
  pinned: { type: Boolean, default: false },
  retired: { type: Schema.Types.Mixed, default: [] },
  unrecorded: { type: Schema.Types.Mixed, default: [] },
});

/** A remote's pointer with the version under which it was read: 0 if it has no record. */
export interface VersionedPointer {
  name: string;
  pointer: Pointer;
  version: number;
  updatedAt: string | null;
}

/** Stores the pointer of each remote under its name. */
@RepositoryOf('remotes')
export class RemotesRepository extends RecordRepository<RemoteFields> {
  protected override get auditedFields(): readonly string[] {
    return ['current', 'previous', 'canary', 'pinned'];
  }

  async all(): Promise<VersionedPointer[]> {
    const found = await this.model.find({ deleted_at: null }).sort({ _id: 1 }).lean<Stored<RemoteFields>[]>();
    return found.map((stored) => versioned(this.output(stored)));
  }

  async read(name: string): Promise<VersionedPointer> {
    const found = await this.model.findOne({ _id: name, deleted_at: null }).lean<Stored<RemoteFields> | null>();
    return found ? versioned(this.output(found)) : { name, pointer: initialPointer, version: 0, updatedAt: null };
  }

  /** Returns the pointer. @throws ProblemError `stale` with the stored one if it has another version */
  async readVersion(name: string, version: number): Promise<VersionedPointer> {
    const read = await this.read(name);
    if (read.version !== version) throw stale(read);
    return read;
  }

  /**
   * Replaces the pointer that was read, together with the history's entry and the event.
   * @throws ProblemError `stale` with the stored one if it has changed since
   */
  async write(read: VersionedPointer, pointer: Pointer, change: StoredChange): Promise<VersionedPointer> {
    const { name, version } = read;
    const events = [occurred(remoteChanged, { id: name })];
    try {
      if (version === 0)
        return versioned(await this.create(name, change.id, { ...pointer, unrecorded: [change] }, events));
      const append = ({ unrecorded }: RemoteOutput) => ({ ...pointer, unrecorded: [...unrecorded, change] });
      return versioned(await this.patch(name, append, { version, events }));
    } catch (error) {
      // A record created in the meantime has another change's id as its hash.
      if (!(error instanceof ProblemError && ['stale', 'idempotency_key_reused'].includes(error.code))) throw error;
      throw stale(await this.read(name));
    }
  }

  /** Returns the changes of all remotes that are not in the history's collection yet. */
  async unrecorded(): Promise<StoredChange[]> {
    const found = await this.model
      .find({ 'unrecorded.0': { $exists: true } }, { unrecorded: 1 })
      .lean<Pick<RemoteFields, 'unrecorded'>[]>();
    return found.flatMap(({ unrecorded }) => unrecorded);
  }

  async forget({ remote, id }: StoredChange): Promise<void> {
    await this.model.updateOne({ _id: remote }, { $pull: { unrecorded: { id } } });
  }
}

export function managedOf({ name, pointer, version, updatedAt }: VersionedPointer, now = new Date()): ManagedRemote {
  const { pinned, canary } = pointer;
  return { ...stateOf(name, pointer, now), canary, pinned, version, updated_at: updatedAt };
}

function versioned({ id, version, updated_at, current, previous, canary, pinned, retired }: RemoteOutput) {
  return { name: id, pointer: { current, previous, canary, pinned, retired }, version, updatedAt: updated_at };
}

function stale(read: VersionedPointer): ProblemError {
  return new ProblemError('stale', { current: managedOf(read) });
}
