import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundPosts } from './post-search.js';

/** Minimum number of characters of a search; a single one would match nearly all posts. */
const shortest = 2;
/** Milliseconds after the last key until the request is sent. */
const pause = 200;

/**
 * `off`: the text is too short. `searching`: its results are loading; `last` has those of an earlier text, undefined if there
 * are none to show.
 */
export type PostSearch =
  | { state: 'off' }
  | { state: 'failed' }
  | { state: 'searching'; last: FoundPosts | undefined }
  | { state: 'found'; last: FoundPosts };

/** Searches posts, debounced. A late response never replaces a newer one, because results are keyed by text. */
export function usePostSearch(search: string): PostSearch {
  const settled = useSettled(search);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['documentation search', settled],
    queryFn: async ({ signal }) =>
      (await import(/* webpackChunkName: "lazy-post-search" */ './post-search.js')).findPosts(settled, signal),
    enabled: settled.length >= shortest,
    placeholderData: (last, query) => (isNear(String(query?.queryKey[1]), settled) ? last : undefined),
    // Shows an error immediately instead of retrying: the next key sends another request.
    retry: false,
    meta: { access: 'public' },
  });
  if (search.length < shortest) return { state: 'off' };
  if (settled !== search) return { state: 'searching', last: settled.length < shortest ? undefined : data };
  if (isError) return { state: 'failed' };
  return data && !isPlaceholderData ? { state: 'found', last: data } : { state: 'searching', last: data };
}

/** Returns whether one text begins with the other: then the results of one are shown while those of the other load. */
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
