import type { Model } from 'mongoose';
import type { OccurredEvent } from '../events/outbox.js';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { type Events, RecordRepository } from '../mongo/record.repository.js';
import { recordSchema, type Stored } from '../mongo/record.schema.js';
import type { Note } from './note.contract.js';

export type NoteFields = Pick<Note, 'title' | 'author' | 'slug'> & { rank: number };

export const noteSchema = recordSchema<NoteFields>(
  {
    title: { type: String, required: true },
    author: { type: String, default: null },
    slug: { type: String, required: true },
    rank: { type: Number, default: 0 },
  },
  {
    search: ['title', 'author'],
    sort: ['title', 'author'],
    indexes: [
      {
        fields: { slug: 1 },
        serves: 'one living note per slug',
        unique: true,
        conflict: { field: 'slug', message: 'This slug is taken' },
      },
      { fields: { created_at: -1, _id: -1 }, serves: 'notes newest first' },
      { fields: { 'sort_keys.title': 1, _id: 1 }, serves: 'notes by title' },
      { fields: { 'sort_keys.author': 1, _id: 1 }, serves: 'notes by author' },
      { fields: { rank: 1, _id: 1 }, serves: 'notes by rank' },
    ],
  },
);

/** Notes of the kit's own tests; can die between a write and the publication of its events. */
export class NotesRepository extends RecordRepository<NoteFields> {
  dieBeforePublishing = false;

  constructor(model: Model<Stored<NoteFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** Sets the rank with `setCounters`, like a number counted from other records. */
  rankAs(id: string, rank: number, events?: Events<NoteFields>): Promise<void> {
    return this.setCounters(id, { rank }, events);
  }

  protected override async publish(id: string, raised: readonly OccurredEvent[]): Promise<void> {
    if (this.dieBeforePublishing && raised.length > 0) process.kill(process.pid, 'SIGKILL');
    await super.publish(id, raised);
  }
}
