import type { FormState } from '@docfolio/admin/records/form-field';
import { useEffect, useState } from 'react';

/** Returns the debounce in milliseconds for a text of `length` characters: long texts take longer to render. */
const delayOf = (length: number) => (length > 40_000 ? 1_200 : 150);

export function useDebouncedText(form: FormState): string {
  const [text, setText] = useState(() => String(form.getValues('content')));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen = String(form.getValues('content'));
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const now = String(values.content);
        if (now === seen) return;
        seen = now;
        clearTimeout(timer);
        timer = setTimeout(() => setText(now), delayOf(now.length));
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return text;
}

/** Returns '1,200 words', counted as for the read time. */
export function wordCountOf(text: string): string {
  const count = text.split(/\s+/).filter(Boolean).length;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'word' : 'words'}`;
}
