import type { FormState, FormValues } from '@docfolio/admin/records/form-field';
import { frontMatterOf } from '@docfolio/markdown/front-matter';
import { tagListOf } from './post-form.js';
import { localMinuteOf } from './scheduled-time.js';
import { insertedAt, type TextEdit } from './text-edit.js';

/** Keys that other programs use, by the field of a post that has the same. */
const fieldsByKey: Record<string, string> = {
  title: 'title',
  slug: 'slug',
  description: 'excerpt',
  excerpt: 'excerpt',
  summary: 'excerpt',
  category: 'category',
  categories: 'category',
  tags: 'tags',
  keywords: 'tags',
  date: 'scheduled_at',
};
const labels: Record<string, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  category: 'Category',
  tags: 'Tags',
  scheduled_at: 'Publish at',
};

const fieldOf = (key: string): string | undefined => fieldsByKey[key.toLowerCase()];

/** Returns whether the front matter of a text has a key for a field that is empty. A past date is no reason to offer it. */
export function canBeRead(text: string, values: Partial<FormValues>): boolean {
  const keys = frontMatterOf(text)?.entries.map(({ key }) => fieldOf(key)) ?? [];
  return keys.some((field) => field !== undefined && field !== 'scheduled_at' && values[field] === '');
}

export interface ReadFrontMatter {
  /** New values of empty fields, by name. */
  values: FormValues;
  /** Labels of the fields that were filled, and the keys that stay in the text. */
  read: string[];
  left: string[];
  /** Removes the lines that were read, or the whole block if nothing is left of it. */
  edit: TextEdit;
}

/** Reads the front matter of a text for the empty fields of a post. Loads the YAML parser. @throws Error for invalid YAML */
export async function readFrontMatter(text: string, form: FormState): Promise<ReadFrontMatter | undefined> {
  const block = frontMatterOf(text);
  if (!block) return undefined;
  const { parse } = await import('yaml');
  const data = parse(block.entries.map((entry) => entry.text).join('')) as Record<string, unknown>;
  const before = form.getValues();
  const values: FormValues = {};
  const kept: typeof block.entries = [];
  for (const entry of block.entries) {
    const field = fieldOf(entry.key);
    const value = field && fieldValue(field, data[entry.key]);
    const isFree = field !== undefined && before[field] === '' && !(field in values);
    if (field && value && isFree && !(field === 'scheduled_at' && before.published)) values[field] = value;
    else if (!Object.hasOwn(data, entry.key) || !isBlank(data[entry.key])) kept.push(entry);
  }
  const rest = kept.map((entry) => entry.text).join('');
  const replacement = rest && `---\n${rest}---\n`;
  return {
    values,
    read: Object.keys(values).map((name) => labels[name]!),
    left: kept.map(({ key }) => key),
    edit: { ...insertedAt(0, replacement), to: replacement ? block.length : afterBlock(text, block.length) },
  };
}

/** Returns the position after a block and the blank lines that follow it. */
const afterBlock = (text: string, end: number) => end + /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))![0].length;

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

/** Returns a YAML value as the text of a field; undefined if the field cannot have all of it. */
function fieldValue(field: string, value: unknown): string | undefined {
  const items = (Array.isArray(value) ? value : [value]).filter((item) => !isBlank(item));
  if (items.length === 0 || items.some((item) => typeof item === 'object')) return undefined;
  if (field === 'tags') return tagListOf(items.join(',')).join(', ');
  if (items.length > 1) return undefined;
  const text = String(items[0]).trim();
  if (field === 'scheduled_at') return Date.parse(text) > Date.now() ? localMinuteOf(text) : undefined;
  if (field === 'slug') return /^[a-z0-9-]{1,200}$/.test(text) ? text : undefined;
  return field === 'excerpt' ? text : text.replace(/\s+/g, ' ');
}
