import { optionsOf } from '@docfolio/admin/records/list-filters';
import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { bookmarkCategories, bookmarks, type ManagedBookmark } from '@docfolio/contracts/entities/bookmark';

export const bookmarkKind: RecordKind<ManagedBookmark, 'bookmarks'> = recordKind({
  ...bookmarks,
  list: bookmarks.listAll,
  topic: 'bookmarks',
  nameOf: ({ title }) => title,
  invalidates: [bookmarks.list],
  words: {
    // The specification has no toast for a failed fetch (section 8).
    toastsFetch: false,
    deleteFailed: 'Error deleting bookmark',
    failuresAreTitles: true,
  },
});

export const categoryOptions = optionsOf(bookmarkCategories);
