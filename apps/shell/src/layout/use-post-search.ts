import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundPosts } from './post-search.js';

/** Minimum length of a search: a single character matches nearly all posts. */
const shortest = 2;
/** Debounce of the request, in milliseconds. */
const pause = 200;

/** `off` while the text is too short; `searching` until the results of the current text are loaded, with previous ones. */
export type PostSearch =
  | { state: 'off' }
  | { state: 'failed' }
  | { state: 'searching'; last: FoundPosts | undefined }
  | { state: 'found'; last: FoundPosts };

/** Searches posts. Results are keyed by text, so that a late response never replaces a newer one. */
export function usePostSearch(search: string): PostSearch {
  const settled = useSettled(search);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['documentation search', settled],
    queryFn: async ({ signal }) =>
      (await import(/* webpackChunkName: "lazy-post-search" */ './post-search.js')).findPosts(settled, signal),
    enabled: settled.length >= shortest,
    placeholderData: (last, query) => (isNear(String(query?.queryKey[1]), settled) ? last : undefined),
    // The next key retries; the error is shown immediately.
    retry: false,
    meta: { access: 'public' },
  });
  if (search.length < shortest) return { state: 'off' };
  if (settled !== search) return { state: 'searching', last: settled.length < shortest ? undefined : data };
  if (isError) return { state: 'failed' };
  return data && !isPlaceholderData ? { state: 'found', last: data } : { state: 'searching', last: data };
}

/** Returns whether one text is an extension of the other: then its results are shown while loading. */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns a debounced text. An empty text is returned immediately. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text ? pause : 0, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
