import { useState } from 'react';

/** By record id, in memory only. */
const unsent = new Map<string, string>();

/** State for a text box of a record. Unsent text is restored with it until the page is reloaded. */
export function useUnsentText(id: string) {
  const [text, setText] = useState(() => unsent.get(id) ?? '');
  const put = (next: string) => {
    setText(next);
    if (next) unsent.set(id, next);
    else unsent.delete(id);
  };
  return [text, put] as const;
}
