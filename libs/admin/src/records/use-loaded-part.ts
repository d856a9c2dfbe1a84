import { toast } from '@docfolio/ui/runtime';
import { useRef, useState } from 'react';
import { useStableHandler } from './use-stable-handler.js';

/** Loads a module at the first `ask(then)`, then calls `then`. A failure shows a toast with `words`; `ask` retries. */
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
