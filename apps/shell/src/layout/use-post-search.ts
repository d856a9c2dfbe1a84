import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundPosts } from './post-search.js';

/** Minimum number of characters of a search. */
const shortest = 2;
/** Milliseconds after the last key until the request is sent. */
const pause = 200;

/** `off`: fewer than 2 characters. While `searching`, `last` has results of an earlier, similar text or undefined. */
export type PostSearch =
  | { state: 'off' }
  | { state: 'failed' }
  | { state: 'searching'; last: FoundPosts | undefined }
  | { state: 'found'; last: FoundPosts };

/** Searches posts as the user types, debounced. A late response never replaces a newer one. */
export function usePostSearch(search: string): PostSearch {
  const settled = useSettled(search);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['documentation search', settled],
    queryFn: async ({ signal }) =>
      (await import(/* webpackChunkName: "lazy-post-search" */ './post-search.js')).findPosts(settled, signal),
    enabled: settled.length >= shortest,
    placeholderData: (last, query) => (isNear(String(query?.queryKey[1]), settled) ? last : undefined),
    // Not retried, because the user's next key sends another request.
    retry: false,
    meta: { access: 'public' },
  });
  if (search.length < shortest) return { state: 'off' };
  if (settled !== search) return { state: 'searching', last: settled.length < shortest ? undefined : data };
  if (isError) return { state: 'failed' };
  return data && !isPlaceholderData ? { state: 'found', last: data } : { state: 'searching', last: data };
}

/** Whether one text begins with the other: its results are then shown while the other's load. */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns `text` after 200 ms without a change; an empty text without a delay. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text ? pause : 0, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
