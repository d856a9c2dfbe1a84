import { useState } from 'react';

/** By the id of the record that a text belongs to; in memory only. */
const unsent = new Map<string, string>();

/** The text of a box that is typed and not sent yet; it is there again after another record was opened. */
export function useUnsentText(id: string) {
  const [text, setText] = useState(() => unsent.get(id) ?? '');
  const put = (next: string) => {
    setText(next);
    if (next) unsent.set(id, next);
    else unsent.delete(id);
  };
  return [text, put] as const;
}
