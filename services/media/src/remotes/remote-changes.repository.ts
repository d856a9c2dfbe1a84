import type { List, ListQuery } from '@docfolio/contracts/core/list';
import { type RemoteChange, remoteActions, remoteChange } from '@docfolio/contracts/entities/remote';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';

export type StoredChange = RemoteChange;

type ChangeFields = Omit<RemoteChange, 'id' | 'at'> & { at: Date };

export const remoteChangeSchema = recordSchema<ChangeFields>(
  {
    remote: { type: String, required: true },
    at: { type: Date, required: true },
    who: { type: String, default: null },
    action: { type: String, enum: remoteActions, required: true },
    from: { type: String, default: null },
    to: { type: String, default: null },
    percent: { type: Number, required: true },
    reason: { type: String, default: '' },
  },
  {
    indexes: [
      { serves: 'changes newest first', fields: { at: -1, _id: -1 } },
      { serves: 'changes of a remote newest first', fields: { remote: 1, at: -1, _id: -1 } },
    ],
  },
);

/** Stores the deployment history. */
@RepositoryOf('remote_changes')
export class RemoteChangesRepository extends RecordRepository<ChangeFields> {
  /** The pointer of the remote is recorded instead. */
  protected override get auditedFields(): readonly string[] {
    return [];
  }

  /** Stores a change. A repeat is a no-op. */
  async record({ id, at, ...fields }: StoredChange): Promise<void> {
    await this.create(id, id, { ...fields, at: new Date(at) });
  }

  /** Returns a page of changes, newest first. Indexes: changes newest first, changes of a remote newest first. */
  async newest({ remote, ...query }: ListQuery & { remote?: string | undefined }): Promise<List<RemoteChange>> {
    const filter = remote === undefined ? {} : { remote };
    const { items, ...rest } = await this.list(query, { sorts: ['-at'], filter });
    return { items: items.map((item) => remoteChange.parse(item)), ...rest };
  }
}
