import { useState } from 'react';

/** Unsent texts by the id of their record, in memory only. */
const unsent = new Map<string, string>();

/** State for a text box of a record, such as a reply. Until the page is reloaded, unsent text is restored with it. */
export function useUnsentText(id: string) {
  const [text, setText] = useState(() => unsent.get(id) ?? '');
  const put = (next: string) => {
    setText(next);
    if (next) unsent.set(id, next);
    else unsent.delete(id);
  };
  return [text, put] as const;
}
