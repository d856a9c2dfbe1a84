import { z } from 'zod';
import { recordEvent } from './event.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { arrayOf, line, optional, optionalChoice, paragraphs, recordId, requiredLine, timestamp } from './text.js';

/** Specification, section 9: fixed. */
export const bookmarkCategories = ['articles', 'engineering', 'libraries', 'tools'] as const;
export type BookmarkCategory = (typeof bookmarkCategories)[number];

export const bookmark = z.object({
  id: recordId,
  title: z.string(),
  /** http or https. */
  url: z.string(),
  description: z.string().nullable(),
  category: z.enum(bookmarkCategories).nullable(),
  /** As they were written: blank ones are kept, and not drawn. */
  tags: z.array(z.string()),
  is_featured: z.boolean(),
  created_at: timestamp,
});
export type Bookmark = z.output<typeof bookmark>;

/** A bookmark as the owner sees it. */
export const managedBookmark = bookmark.extend({
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type ManagedBookmark = z.output<typeof managedBookmark>;

/** Characters of an address. */
export const bookmarkUrlLimit = 2_000;

/** What a browser's url input takes, and nothing that could run: http and https only. */
const webAddress = requiredLine('URL is required', bookmarkUrlLimit).refine(isWebAddress, 'Invalid URL');

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

const bookmarkFields = {
  title: requiredLine('Title is required'),
  url: webAddress,
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

/** A form's save names the version it read; featuring needs none. */
export const bookmarkPatch = z
  .strictObject(bookmarkFields)
  .partial()
  .extend({ id: recordId, version: z.int().min(1).optional() })
  .refine(
    ({ id: _id, version, is_featured: _featured, ...fields }) => version !== undefined || !Object.keys(fields).length,
    { path: ['version'], message: 'Name the version that was edited' },
  );
export type BookmarkPatch = z.output<typeof bookmarkPatch>;

export const bookmarkSorts = ['-created_at', 'created_at', 'title', '-title'] as const;
export const bookmarkListQuery = listQuery(bookmarkSorts, {
  category: z.enum(bookmarkCategories, 'Unknown category').optional(),
});
export type BookmarkListQuery = z.output<typeof bookmarkListQuery>;

const admin = { service: 'content', access: 'admin' } as const;

export const bookmarks = {
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/bookmarks',
    access: 'public',
    input: z.strictObject({}),
    output: itemsOf(bookmark),
    cache: ['bookmarks'],
    summary: 'All bookmarks, newest first.',
  }),
  listAll: operation({
    ...admin,
    method: 'GET',
    path: '/admin/bookmarks',
    input: bookmarkListQuery,
    output: listOf(managedBookmark),
    summary: 'Bookmarks, newest first; searched by title, description and tags.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/bookmarks/:id',
    input: byId,
    output: managedBookmark,
    summary: 'One bookmark.',
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/bookmarks',
    input: newBookmark,
    output: managedBookmark,
    creates: true,
    summary: 'Keep a bookmark.',
  }),
  patch: operation({
    ...admin,
    method: 'PATCH',
    path: '/admin/bookmarks/:id',
    input: bookmarkPatch,
    output: managedBookmark,
    summary: 'Change a bookmark.',
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/bookmarks/:id',
    input: byId,
    output: byId,
    summary: 'Delete a bookmark.',
  }),
};

/** A bookmark was made, changed, deleted or restored. */
export const bookmarkChanged = recordEvent('bookmark.changed', 'bookmarks', [], ['bookmarks']);
