import type { PayloadOf } from '@docfolio/contracts/core/event';
import { defaultListLimit, type List } from '@docfolio/contracts/core/list';
import type { LiveChange } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type DeadLetter, deadLetterChanged } from '@docfolio/contracts/entities/dead-letter';
import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';
import { readCursor, writeCursor } from '../mongo/cursor.js';

interface DeadLetterDocument {
  _id: string;
  operation: string;
  code: string;
  input: unknown;
  at: Date;
}

export const deadLettersCollection = 'parked_submissions';
const sort = '-at';

const deadLetterSchema = new Schema<DeadLetterDocument>(
  {
    _id: { type: String, required: true },
    operation: { type: String, required: true },
    code: { type: String, required: true },
    input: { type: Schema.Types.Mixed },
    at: { type: Date, required: true },
  },
  { collection: deadLettersCollection, versionKey: false, autoIndex: false, autoCreate: false, minimize: false },
);
deadLetterSchema.index({ at: -1, _id: -1 }, { name: 'newest' });

export interface DeadLetterQuery {
  after?: string | undefined;
  limit?: number;
}

/** Stores submissions refused after the sender may have got `accepted`, until the owner of the site dismisses them. */
export class DeadLetters {
  private readonly model: Model<DeadLetterDocument>;
  private readonly listeners: (() => void)[] = [];

  /** @param notify reports added and dismissed dead letters to open CRMs; must not reject */
  constructor(
    connection: Connection,
    private readonly notify?: (changes: LiveChange[]) => Promise<void>,
  ) {
    this.model = connection.model<DeadLetterDocument>(deadLettersCollection, deadLetterSchema);
  }

  /** Adds a listener for changes by this process. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  async prepare(): Promise<void> {
    await this.model.createIndexes();
  }

  async add(submission: Omit<DeadLetter, 'at'>): Promise<void> {
    const { id, operation, code, input } = submission;
    const { upsertedCount } = await this.model.updateOne(
      { _id: id },
      { $setOnInsert: { operation, code, input, at: new Date() } },
      { upsert: true },
    );
    if (upsertedCount > 0) await this.changed({ id, act: 'created' });
  }

  count(): Promise<number> {
    return this.model.countDocuments({});
  }

  /** Returns one page of dead letters, newest first. Index: `newest`. */
  async list({ after, limit = defaultListLimit }: DeadLetterQuery = {}): Promise<List<DeadLetter>> {
    const [total, rows] = await Promise.all([this.count(), this.behind(after, limit + 1)]);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(outputOf),
      total,
      total_exact: true,
      next: rows.length > limit && last ? writeCursor(sort, { key: last.at, id: last._id }) : null,
    };
  }

  /** @throws ProblemError `not_found` */
  async get(id: string): Promise<DeadLetter> {
    const found = await this.model.findOne({ _id: id }).lean<DeadLetterDocument | null>();
    if (!found) throw new ProblemError('not_found');
    return outputOf(found);
  }

  /** Removes a dead letter that the owner has dealt with. @throws ProblemError `not_found` */
  async dismiss(id: string): Promise<{ id: string }> {
    if (!(await this.remove(id))) throw new ProblemError('not_found');
    return { id };
  }

  /** Removes a dead letter. @returns whether there was one */
  async remove(id: string): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: id });
    if (deletedCount > 0) await this.changed({ id, act: 'deleted' });
    return deletedCount > 0;
  }

  private async changed(change: PayloadOf<typeof deadLetterChanged>): Promise<void> {
    for (const listener of this.listeners) listener();
    await this.notify?.(deadLetterChanged.live?.(change) ?? []);
  }

  private async behind(after: string | undefined, limit: number): Promise<DeadLetterDocument[]> {
    const find = (condition: Record<string, unknown>, rows: number) =>
      this.model.find(condition).sort({ at: -1, _id: -1 }).limit(rows).lean<DeadLetterDocument[]>();
    if (after === undefined) return find({}, limit);
    const { key, id } = readCursor(sort, 'date', after);
    const equal = await find({ at: key, _id: { $lt: id } }, limit);
    if (equal.length === limit) return equal;
    return [...equal, ...(await find({ at: { $lt: key } }, limit - equal.length))];
  }
}

function outputOf({ _id, at, input, ...rest }: DeadLetterDocument): DeadLetter {
  return { id: _id, ...rest, input, at: at.toISOString() };
}
