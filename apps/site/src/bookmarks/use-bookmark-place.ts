import { useLocation, useNavigate } from '@docfolio/federation/router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BookmarkPlace, type BookmarkTab, bookmarkAddress, bookmarkPlaceOf, searchOf } from './bookmark-place.js';

/** Milliseconds after the last key until the search is in the URL; browsers limit how often a URL may change. */
const pause = 300;

/** Returns tab and search of the bookmarks page and their setters. Typed text is in the URL after a delay; no history. */
export function useBookmarkPlace() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { tab, search } = bookmarkPlaceOf(new URLSearchParams(query));
  const [typed, setTyped] = useState(search);
  /** The search that this page wrote into the URL. */
  const written = useRef(search);

  useEffect(() => {
    // If a link, Back or Forward has changed the search, the search box shows it.
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
