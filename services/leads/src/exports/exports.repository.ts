import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type ExportJob,
  exportChanged,
  exportLifetime,
  exportLists,
  exportStatuses,
} from '@docfolio/contracts/entities/export';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';
import { Schema } from 'mongoose';

export type ExportFields = Omit<ExportJob, 'id' | 'created_at' | 'expires_at'> & {
  /** Search, filters and sort of the exported list. */
  query: Record<string, unknown>;
  expires_at: Date;
  /** Name of the complete file in the object store; null before. */
  object_name: string | null;
};
export type StoredExport = RecordOutput<ExportFields>;

export type Progress = Pick<ExportJob, 'rows' | 'total'>;

/** Prefix of the names of all export files in the object store. */
export const objectsOfExports = 'exports/';

const unfinished: readonly ExportFields['status'][] = ['waiting', 'running'];
const batch = 100;

export const exportSchema = recordSchema<ExportFields>(
  {
    list: { type: String, enum: exportLists, required: true },
    query: { type: Schema.Types.Mixed, required: true },
    status: { type: String, enum: exportStatuses, required: true },
    file_name: { type: String, required: true },
    rows: { type: Number, default: 0 },
    total: { type: Number, default: 0 },
    size: { type: Number, default: null },
    expires_at: { type: Date, required: true },
    object_name: { type: String, default: null },
  },
  { indexes: [{ serves: 'exports of a status by their end', fields: { status: 1, expires_at: 1 } }] },
);

export function endOfLife(): Date {
  return new Date(Date.now() + exportLifetime * 3_600_000);
}

@RepositoryOf('exports')
export class ExportsRepository extends RecordRepository<ExportFields> {
  protected override get auditedFields(): readonly string[] {
    return ['list', 'query', 'file_name'];
  }

  /** Starts or restarts an export; null if it is finished, expired or deleted. */
  async begin(id: string): Promise<StoredExport | null> {
    const begun = await this.change(id, unfinished, { status: 'running', rows: 0 });
    return begun && new Date(begun.expires_at) > new Date() ? begun : null;
  }

  /** Stores the progress of an export without raising its version, and publishes it. */
  async reportProgress(id: string, progress: Progress): Promise<void> {
    const changed = occurred(exportChanged, { id });
    const { matchedCount } = await this.model.updateOne(
      { _id: id, status: 'running' },
      { $set: progress, $push: { outbox: changed.entry } },
    );
    if (matchedCount > 0) await this.publish(id, [changed]);
  }

  /** Completes an export with its file. @returns false if another worker was first, or the export is gone */
  async finish(id: string, file: Progress & { size: number; object_name: string }): Promise<boolean> {
    const done = await this.change(id, unfinished, { ...file, status: 'done', expires_at: endOfLife() });
    return done?.object_name === file.object_name;
  }

  async fail(id: string): Promise<void> {
    await this.change(id, unfinished, { status: 'failed' });
  }

  async expire(id: string): Promise<void> {
    await this.change(id, ['done'], { status: 'expired', object_name: null });
  }

  /** Returns a batch of exports to fail or expire, as their time is over. Index: exports of a status by their end. */
  async over(): Promise<StoredExport[]> {
    return this.some({ status: { $in: [...unfinished, 'done'] }, expires_at: { $lte: new Date() } });
  }

  /** Returns a batch of exports that wait since before `time`. Index: exports of a status by their end. */
  async waitingSince(time: Date): Promise<StoredExport[]> {
    return this.some({ status: 'waiting', created_at: { $lte: time } });
  }

  /** Deletes failed and expired exports that ended before a time. Index: exports of a status by their end. */
  async forget(before: Date): Promise<void> {
    await this.model.deleteMany({ status: { $in: ['failed', 'expired'] }, expires_at: { $lt: before } });
  }

  private async some(filter: Filter<Stored<ExportFields>>): Promise<StoredExport[]> {
    const found = await this.model.find(filter).limit(batch).lean<Stored<ExportFields>[]>();
    return found.map((stored) => this.output(stored));
  }

  /** Changes an export and returns it; null if it has none of the statuses `from`. */
  private async change(id: string, from: readonly string[], changes: Partial<ExportFields>) {
    const events = [occurred(exportChanged, { id })];
    const apply = ({ status }: StoredExport) => (from.includes(status) ? changes : {});
    try {
      const changed = await this.patch(id, apply, { events });
      return changed.status === changes.status ? changed : null;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return null;
      throw error;
    }
  }
}
