import {
  type BookmarkListQuery,
  bookmarkSorts,
  type ManagedBookmark,
  managedBookmark,
} from '@docfolio/contracts/entities/bookmark';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';

export type BookmarkFields = OwnFields<ManagedBookmark>;

export const bookmarkSchema = recordSchema<BookmarkFields>(storedFields<BookmarkFields>(managedBookmark), {
  search: ['title', 'description', 'tags'],
  sort: ['title'],
  indexes: [
    { serves: 'bookmarks by time', fields: { created_at: -1, _id: -1 } },
    { serves: 'bookmarks of a category by time', fields: { category: 1, created_at: -1, _id: -1 } },
    { serves: 'bookmarks by title', fields: { 'sort_keys.title': 1, _id: 1 } },
    { serves: 'bookmarks of a category by title', fields: { category: 1, 'sort_keys.title': 1, _id: 1 } },
  ],
});

@RepositoryOf('bookmarks')
export class BookmarksRepository extends RecordRepository<BookmarkFields> {
  /** Returns all bookmarks, newest first. Index: bookmarks by time. */
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
