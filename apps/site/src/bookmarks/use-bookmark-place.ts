import { useLocation, useNavigate } from '@docfolio/federation/router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type BookmarkPlace, type BookmarkTab, bookmarkAddress, bookmarkPlaceOf, searchOf } from './bookmark-place.js';

/** Milliseconds without typing until the search is in the URL: browsers limit how often a URL may change. */
const pause = 300;

/** Returns tab and search of the bookmarks page and their setters, which replace the URL without a history entry. */
export function useBookmarkPlace() {
  const { search: query } = useLocation();
  const navigate = useNavigate();
  const { tab, search } = bookmarkPlaceOf(new URLSearchParams(query));
  const [typed, setTyped] = useState(search);
  /** The search that this page wrote into the URL. */
  const written = useRef(search);

  useEffect(() => {
    // A link, Back or Forward has changed the search: the search box must show it.
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
