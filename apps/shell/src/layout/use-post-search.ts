import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundPosts } from './post-search.js';

/** Characters from which posts are searched: a single one is in nearly all of them. */
const shortest = 2;
/** Milliseconds without another key after which the gateway is asked. */
const pause = 200;

/**
 * `off` while too little is typed; `searching` until the answer to what is typed now is there, with the last answer to
 * look at meanwhile.
 */
export type PostSearch =
  | { state: 'off' }
  | { state: 'failed' }
  | { state: 'searching'; last: FoundPosts | undefined }
  | { state: 'found'; last: FoundPosts };

/** The posts that hold a text. Each text has its answer, so that a late one never stands in for a newer one's. */
export function usePostSearch(search: string): PostSearch {
  const settled = useSettled(search);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['documentation search', settled],
    queryFn: async ({ signal }) =>
      (await import(/* webpackChunkName: "lazy-post-search" */ './post-search.js')).findPosts(settled, signal),
    enabled: settled.length >= shortest,
    placeholderData: (last, query) => (isNear(String(query?.queryKey[1]), settled) ? last : undefined),
    // The next key asks again; a reader who waits is told at once.
    retry: false,
    meta: { access: 'public' },
  });
  if (search.length < shortest) return { state: 'off' };
  if (settled !== search) return { state: 'searching', last: settled.length < shortest ? undefined : data };
  if (isError) return { state: 'failed' };
  return data && !isPlaceholderData ? { state: 'found', last: data } : { state: 'searching', last: data };
}

/** Whether one text is the other, typed further: then its results bridge the wait. */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** A text as it was when it last stood still for `pause`. An empty one counts at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text ? pause : 0, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
