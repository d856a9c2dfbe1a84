import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';

/** A submission that was accepted and then refused: the sender doesn't know, so the owner has to. */
export interface ParkedSubmission {
  /** Id that the record would have got. */
  id: string;
  operation: string;
  /** Code of the problem. */
  code: string;
  /** Raw input. */
  input: unknown;
  /** ISO. */
  at: string;
}

interface ParkedDocument {
  _id: string;
  operation: string;
  code: string;
  input: unknown;
  at: Date;
}

export const parkedCollection = 'parked_submissions';

const parkedSchema = new Schema<ParkedDocument>(
  {
    _id: { type: String, required: true },
    operation: { type: String, required: true },
    code: { type: String, required: true },
    input: { type: Schema.Types.Mixed },
    at: { type: Date, required: true },
  },
  { collection: parkedCollection, versionKey: false, autoIndex: false, autoCreate: false, minimize: false },
);
// Serves `list`: newest first.
parkedSchema.index({ at: -1, _id: -1 }, { name: 'newest' });

/** Parked submissions of one service, in its own database. */
export class ParkedSubmissions {
  private readonly model: Model<ParkedDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<ParkedDocument>(parkedCollection, parkedSchema);
  }

  async prepare(): Promise<void> {
    await this.model.createIndexes();
  }

  /** Keeps a refused submission; keeping it again changes nothing. */
  async park(submission: Omit<ParkedSubmission, 'at'>): Promise<void> {
    const { id, operation, code, input } = submission;
    await this.model.updateOne(
      { _id: id },
      { $setOnInsert: { operation, code, input, at: new Date() } },
      { upsert: true },
    );
  }

  count(): Promise<number> {
    return this.model.countDocuments({});
  }

  /** Newest first. Index: `newest`. @param limit rows, 50 by default */
  async list({ limit = 50, skip = 0 } = {}): Promise<ParkedSubmission[]> {
    const rows = await this.model.find({}).sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean();
    return rows.map(({ _id, at, operation, code, input }) => ({
      id: _id,
      operation,
      code,
      input,
      at: at.toISOString(),
    }));
  }

  /** Drops one that the owner has dealt with. */
  async remove(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }
}
