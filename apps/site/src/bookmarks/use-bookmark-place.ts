import { useLocation, useNavigate } from '@docfolio/federation/router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BookmarkPlace, type BookmarkTab, bookmarkAddress, bookmarkPlaceOf, searchOf } from './bookmark-place.js';

/** Milliseconds after the last key until the URL changes: browsers limit how often it may. */
const pause = 300;

/** Tab and search of the page. Typing filters immediately; the URL is replaced after a delay, so that Back leaves the page. */
export function useBookmarkPlace() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { tab, search } = bookmarkPlaceOf(new URLSearchParams(query));
  const [typed, setTyped] = useState(search);
  /** The search that this page wrote into the URL. */
  const written = useRef(search);

  useEffect(() => {
    // A link, or Back and Forward, changed the search.
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
    clear: () => {
      setTyped('');
      show({ tab: 'all', search: '' });
    },
  };
}
