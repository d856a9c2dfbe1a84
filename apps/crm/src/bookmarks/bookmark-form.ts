import { type RecordForm, recordForm } from '@docfolio/admin/records/record-form';
import { type ManagedBookmark, newBookmark } from '@docfolio/contracts/entities/bookmark';
import { bookmarkKind, categoryOptions } from './bookmark-kind.js';
import { tagsOf, tagsText } from './bookmark-tags.js';

export const bookmarkForm: RecordForm<ManagedBookmark> = recordForm({
  kind: bookmarkKind,
  schema: newBookmark,
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
  valuesOf: ({ tags }) => ({ tags: tagsText(tags) }),
  inputOf: (values) => ({ ...values, tags: tagsOf(String(values.tags)) }),
  words: {
    create: 'Create',
    update: 'Update',
    createFailed: 'Error creating bookmark',
    updateFailed: 'Error updating bookmark',
  },
});
