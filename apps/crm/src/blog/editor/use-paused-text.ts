import { useEffect, useState } from 'react';
import type { FormState } from '../../records/record-form.js';

/** Milliseconds without a key after which the text is looked at; for a long one, which takes longer to draw, more. */
const pauseOf = (length: number) => (length > 40_000 ? 1_200 : 150);

/** The text of the form, a moment after the typing: whoever types a long one waits for nobody. */
export function usePausedText(form: FormState): string {
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
        timer = setTimeout(() => setText(now), pauseOf(now.length));
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return text;
}

/** Whole words, as the read time counts them (specification, section 5). */
export function wordsOf(text: string): string {
  const count = text.split(/\s+/).filter(Boolean).length;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'word' : 'words'}`;
}
