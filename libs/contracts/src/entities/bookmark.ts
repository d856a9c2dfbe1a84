import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { itemsOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import {
  arrayOf,
  line,
  optional,
  optionalChoice,
  paragraphs,
  recordId,
  requiredLine,
  timestamp,
  webAddress,
} from '../core/text.js';

export const bookmarkEntity = entity({
  collection: 'bookmarks',
  service: 'content',
  trash: true,
  page: { drawer: false },
  cacheTag: 'bookmarks',
  counts: { bookmarks: {} },
});

/** Categories of bookmarks (specification, section 9). */
export const bookmarkCategories = ['articles', 'engineering', 'libraries', 'tools'] as const;
export type BookmarkCategory = (typeof bookmarkCategories)[number];

export const bookmark = z.object({
  id: recordId,
  title: z.string(),
  /** An absolute http or https URL. */
  url: z.string(),
  description: z.string().nullable(),
  category: z.enum(bookmarkCategories).nullable(),
  /** The tags as the owner typed them. Blank tags are stored, but not rendered. */
  tags: z.array(z.string()),
  is_featured: z.boolean(),
  created_at: timestamp,
});
export type Bookmark = z.output<typeof bookmark>;

export const managedBookmark = bookmark.extend(recordStamps);
export type ManagedBookmark = z.output<typeof managedBookmark>;

const bookmarkFields = {
  title: requiredLine('Title is required'),
  url: webAddress('URL is required'),
  description: optional(paragraphs(1_000)),
  category: optionalChoice(bookmarkCategories, 'Unknown category'),
  tags: arrayOf(line(60)).max(50, 'At most 50 tags'),
  is_featured: z.boolean(),
};

export const newBookmark = z.strictObject({
  ...bookmarkFields,
  tags: bookmarkFields.tags.default([]),
  is_featured: z.boolean().default(false),
});
export type NewBookmark = z.output<typeof newBookmark>;

export const bookmarkPatch = patchOf(bookmarkFields, ['is_featured']);
export type BookmarkPatch = z.output<typeof bookmarkPatch>;

export const bookmarkSorts = ['-created_at', 'created_at', 'title', '-title'] as const;
export const bookmarkListQuery = listQuery(bookmarkSorts, {
  category: z.enum(bookmarkCategories, 'Unknown category').optional(),
});
export type BookmarkListQuery = z.output<typeof bookmarkListQuery>;

const { list: listAll, ...managed } = crud(bookmarkEntity, {
  noun: 'bookmark',
  query: bookmarkListQuery,
  record: managedBookmark,
  create: newBookmark,
  patch: bookmarkPatch,
  summaries: { list: 'List bookmarks, newest first. Searches title, description and tags.' },
});

export const bookmarks = operations({
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/bookmarks',
    access: 'public',
    input: z.strictObject({}),
    output: itemsOf(bookmark),
    cache: ['bookmarks'],
    summary: 'List all bookmarks, newest first.',
  }),
  listAll,
  ...managed,
});

export const bookmarkChanged = recordEvent('bookmark.changed', 'bookmarks', [], ['bookmarks']);
