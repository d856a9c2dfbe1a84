import { z } from 'zod';
import { itemsOf } from './list.js';
import { operation } from './operation.js';
import { recordId, timestamp } from './text.js';

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
};
