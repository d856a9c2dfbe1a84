import { toast } from '@docfolio/ui/runtime';
import { useRef, useState } from 'react';
import { useStableHandler } from './use-stable-handler.js';

/**
 * Loads a module when `ask(then)` is first called, and calls `then` once it is loaded. Calls while it loads are ignored.
 * A failure shows a toast, and the next `ask` retries.
 * @param words text of that toast, such as 'The revisions could not be loaded.'
 */
export function useLoadedPart<Part>(load: () => Promise<Part>, words: string) {
  const [part, setPart] = useState<{ part: Part } | null>(null);
  const asked = useRef(false);
  const ask = useStableHandler((then: () => void) => {
    if (part) return then();
    if (asked.current) return;
    asked.current = true;
    load()
      .then((loaded) => {
        setPart({ part: loaded });
        then();
      })
      .catch((error: unknown) => {
        console.error(words, error);
        toast({ title: 'Error', description: words, variant: 'destructive' });
      })
      .finally(() => {
        asked.current = false;
      });
  });
  return { part: part?.part, ask };
}
