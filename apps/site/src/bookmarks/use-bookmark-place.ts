import { useLocation, useNavigate } from '@docfolio/federation/router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BookmarkPlace, type BookmarkTab, bookmarkAddress, bookmarkPlaceOf, searchOf } from './bookmark-place.js';

/** Milliseconds without a key after which the address follows: browsers refuse to change it hundreds of times. */
const pause = 300;

/**
 * What of the bookmarks is looked at. The list follows every key at once, the address when the typing pauses; it is
 * replaced, so that going back leaves the page.
 */
export function useBookmarkPlace() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { tab, search } = bookmarkPlaceOf(new URLSearchParams(query));
  const [typed, setTyped] = useState(search);
  /** What the address says of the search because it was typed here. */
  const written = useRef(search);

  useEffect(() => {
    // A link, or going back and forth, changes what is searched.
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);

  const shown: BookmarkPlace = { tab, search: searchOf(typed) };
  const show = (place: BookmarkPlace) => {
    written.current = place.search;
    navigate(bookmarkAddress(place), { replace: true });
  };
  const follow = useEffectEvent(show);
  useEffect(() => {
    if (shown.search === written.current) return;
    const timer = setTimeout(() => follow({ tab, search: shown.search }), pause);
    return () => clearTimeout(timer);
  }, [tab, shown.search]);

  return {
    place: shown,
    typed,
    setTyped,
    setTab: (tab: BookmarkTab) => show({ ...shown, tab }),
    /** Back to all of them. */
    clear: () => {
      setTyped('');
      show({ tab: 'all', search: '' });
    },
  };
}
