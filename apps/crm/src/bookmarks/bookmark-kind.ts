import { bookmarkCategories, bookmarks, type ManagedBookmark } from '@docfolio/contracts/bookmark';
import { Bookmark } from 'lucide-react';
import { optionsOf } from '../records/list-filters.js';
import { type RecordKind, recordKind } from '../records/record-kind.js';

export const bookmarkKind: RecordKind<ManagedBookmark, 'bookmarks'> = recordKind({
  ...bookmarks,
  list: bookmarks.listAll,
  topic: 'bookmarks',
  drawer: false,
  icon: Bookmark,
  sidebar: { group: 'site' },
  count: 'bookmarks',
  one: 'bookmark',
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
