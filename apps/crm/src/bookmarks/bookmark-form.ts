import { bookmarks, type ManagedBookmark, newBookmark } from '@docfolio/contracts/bookmark';
import type { RecordForm } from '../records/record-form.js';
import { bookmarkKind, categoryOptions } from './bookmark-kind.js';
import { tagsOf, tagsText } from './bookmark-tags.js';

export const bookmarkForm: RecordForm<ManagedBookmark> = {
  kind: bookmarkKind,
  fields: [
    { name: 'title', label: 'Title', control: 'text', required: true, wide: true },
    {
      name: 'url',
      label: 'URL',
      control: 'url',
      required: true,
      wide: true,
      mono: true,
      placeholder: 'https://example.com',
    },
    { name: 'description', label: 'Description', control: 'textarea', rows: 3 },
    {
      name: 'category',
      label: 'Category',
      control: 'select',
      options: categoryOptions,
      emptyLabel: 'No category',
      placeholder: 'Select category',
    },
    { name: 'tags', label: 'Tags', control: 'text', placeholder: 'tag1, tag2, tag3' },
    { name: 'is_featured', label: 'Featured bookmark', control: 'switch', wide: true },
  ],
  empty: { title: '', url: '', description: '', category: '', tags: '', is_featured: false },
  valuesOf: ({ title, url, description, category, tags, is_featured }) => ({
    title,
    url,
    description: description ?? '',
    category: category ?? '',
    tags: tagsText(tags),
    is_featured,
  }),
  inputOf: (values) => ({ ...values, tags: tagsOf(String(values.tags)) }),
  schema: newBookmark,
  create: bookmarks.create,
  patch: bookmarks.patch,
  words: {
    addTitle: 'Add New Bookmark',
    editTitle: 'Edit Bookmark',
    create: 'Create',
    update: 'Update',
    created: 'Bookmark created successfully',
    updated: 'Bookmark updated successfully',
    createFailed: 'Error creating bookmark',
    updateFailed: 'Error updating bookmark',
  },
};
