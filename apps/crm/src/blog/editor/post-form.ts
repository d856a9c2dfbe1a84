import { type EditedPost, newPost } from '@docfolio/contracts/post';
import type { FormField, FormValues } from '../../records/record-form.js';
import { localMinuteOf, timestampOf } from './scheduled-time.js';

/** The fields of the specification, section 2, in the order in which a comparison lists them. */
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

/** Of text: split on commas, trimmed, empty ones dropped (specification, section 5). */
export function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** A post as it stands in the form. */
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

/** The contract's input from what stands in the form: a post that is published now is not scheduled. */
function inputOf({ tags, scheduled_at, ...values }: FormValues): Record<string, unknown> {
  return {
    ...values,
    tags: tagsOf(String(tags)),
    scheduled_at: values.published ? null : timestampOf(String(scheduled_at)),
  };
}

/** What is checked before a save, and what is sent. */
export const postForm = { fields: postFields, schema: newPost, inputOf };

/** The names of the fields that read differently. */
export function changedFields(values: FormValues, before: FormValues): string[] {
  return postFields.map(({ name }) => name).filter((name) => values[name] !== before[name]);
}
