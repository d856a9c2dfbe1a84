import type { FormState } from '@docfolio/admin/records/form-field';
import { toast } from '@docfolio/ui/runtime';
import type { RefObject } from 'react';
import { applyQuietly } from './apply-edit.js';
import { readFrontMatter } from './front-matter.js';
import type { useSlug } from './use-slug.js';

/** Returns a function that reads the front matter of the text into the empty fields, and says what it has read. */
export function useFrontMatter(
  form: FormState,
  area: RefObject<HTMLTextAreaElement | null>,
  slug: ReturnType<typeof useSlug>,
) {
  return async () => {
    const text = area.current?.value ?? '';
    const found = await readFrontMatter(text, form).catch((error: unknown) => {
      console.error('The front matter could not be read', error);
    });
    // Typed in the meantime, or the parser could not be loaded.
    if (!found || !area.current || area.current.value !== text) {
      if (area.current?.value === text) toast({ ...unread, variant: 'destructive' });
      return;
    }
    for (const [name, value] of Object.entries(found.values))
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    if ('slug' in found.values) slug.onTyped();
    else if ('title' in found.values) slug.followTitle();
    applyQuietly(area.current, found.edit);
    const left = found.left.length > 0 ? ` Not read: ${found.left.join(', ')}.` : '';
    toast({ title: 'Front matter', description: `Read: ${found.read.join(', ') || 'nothing'}.${left}` });
  };
}

const unread = { title: 'Front matter', description: 'It could not be read. The text is unchanged.' };
