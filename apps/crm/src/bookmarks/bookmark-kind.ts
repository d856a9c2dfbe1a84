import { bookmarkCategories, bookmarks, type ManagedBookmark } from '@docfolio/contracts/bookmark';
import { contentTrash } from '@docfolio/contracts/trash';
import { Bookmark } from 'lucide-react';
import { capitalised, type RecordKind } from '../records/record-kind.js';

export const bookmarkKind: RecordKind<ManagedBookmark, 'bookmarks'> = {
  topic: 'bookmarks',
  path: '/admin/bookmarks',
  drawer: false,
  icon: Bookmark,
  sidebar: { group: 'site' },
  count: 'bookmarks',
  one: 'bookmark',
  many: 'bookmarks',
  title: 'Bookmarks',
  nameOf: ({ title }) => title,
  list: bookmarks.listAll,
  get: bookmarks.get,
  remove: bookmarks.delete,
  trash: contentTrash,
  invalidates: [bookmarks.list],
  words: {
    fetchFailed: 'Failed to fetch bookmarks',
    // The specification has no toast for a failed fetch (section 8).
    toastsFetch: false,
    deleted: 'Bookmark deleted successfully',
    deleteFailed: 'Error deleting bookmark',
    failuresAreTitles: true,
  },
};

export const categoryOptions = bookmarkCategories.map((category) => ({
  value: category,
  label: capitalised(category),
}));
