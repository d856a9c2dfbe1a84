import type { FormField, FormValues } from '@docfolio/admin/records/form-field';
import { type EditedPost, newPost } from '@docfolio/contracts/entities/post';
import { localMinuteOf, timestampOf } from './scheduled-time.js';

/** The form's fields in the order of the conflict dialog. */
export const postFields: readonly FormField[] = [
  { name: 'title', label: 'Title', control: 'text' },
  { name: 'slug', label: 'Slug', control: 'text', mono: true },
  { name: 'category', label: 'Category', control: 'text' },
  { name: 'read_time', label: 'Read Time', control: 'text' },
  { name: 'tags', label: 'Tags', control: 'text' },
  { name: 'excerpt', label: 'Excerpt', control: 'textarea' },
  { name: 'content', label: 'Content', control: 'textarea', mono: true },
  { name: 'published', label: 'Published', control: 'switch' },
  { name: 'featured', label: 'Featured', control: 'switch' },
  { name: 'scheduled_at', label: 'Publish at', control: 'text', mono: true },
];

export const emptyPost: FormValues = {
  title: '',
  slug: '',
  category: '',
  read_time: '',
  tags: '',
  excerpt: '',
  content: '',
  published: false,
  featured: false,
  scheduled_at: '',
};

/** Splits a text at commas, trims the tags and drops empty ones (specification, section 5). */
export function tagListOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export function valuesOf(post: EditedPost): FormValues {
  return {
    title: post.title,
    slug: post.slug,
    category: post.category,
    read_time: post.read_time,
    tags: post.tags.join(', '),
    excerpt: post.excerpt,
    content: post.content,
    published: post.published,
    featured: post.featured,
    scheduled_at: post.scheduled_at ? localMinuteOf(post.scheduled_at) : '',
  };
}

/** Converts form values to the API's input. A published post is sent without a scheduled time. */
function inputOf({ tags, scheduled_at, ...values }: FormValues): Record<string, unknown> {
  return {
    ...values,
    tags: tagListOf(String(tags)),
    scheduled_at: values.published ? null : timestampOf(String(scheduled_at)),
  };
}

export const postForm = { fields: postFields, schema: newPost, inputOf };

export function changedFields(values: FormValues, before: FormValues): string[] {
  return postFields.map(({ name }) => name).filter((name) => values[name] !== before[name]);
}
