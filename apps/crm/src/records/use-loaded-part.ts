import { toast } from '@docfolio/ui/runtime';
import { useRef, useState } from 'react';
import { useStableHandler } from './use-stable-handler.js';

/**
 * A part of the page that comes when it is first asked for. One that does not arrive is said in a toast and can be
 * asked for again: what stands round it stays, with everything that was typed.
 * @param words 'The revisions could not be loaded.'
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
