import { type Bookmark, type BookmarkListQuery, bookmarkCategories, bookmarkSorts } from '@docfolio/contracts/bookmark';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

/** Fields of a bookmark besides those of every record. */
export type BookmarkFields = Omit<Bookmark, 'id' | 'created_at'>;

export const bookmarkSchema = recordSchema<BookmarkFields>(
  {
    title: { type: String, required: true },
    url: { type: String, required: true },
    description: { type: String, default: null },
    category: { type: String, enum: [...bookmarkCategories, null], default: null },
    tags: { type: [String], default: [] },
    is_featured: { type: Boolean, default: false },
  },
  {
    search: ['title', 'description', 'tags'],
    sort: ['title'],
    indexes: [
      { serves: 'bookmarks by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'bookmarks of a category by time', fields: { category: 1, created_at: -1, _id: -1 } },
      { serves: 'bookmarks by title', fields: { 'sort_keys.title': 1, _id: 1 } },
      { serves: 'bookmarks of a category by title', fields: { category: 1, 'sort_keys.title': 1, _id: 1 } },
    ],
  },
);

@Injectable()
export class BookmarksRepository extends RecordRepository<BookmarkFields> {
  constructor(@InjectRecordModel('bookmarks') model: Model<Stored<BookmarkFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** Newest first. Index: bookmarks by time. */
  async all() {
    const all = await this.model
      .find({ deleted_at: null })
      .sort({ created_at: -1, _id: -1 })
      .lean<Stored<BookmarkFields>[]>();
    return all.map((stored) => this.output(stored));
  }

  listAll({ category, ...query }: BookmarkListQuery) {
    return this.list(query, { filter: category && { category }, sorts: bookmarkSorts });
  }
}
