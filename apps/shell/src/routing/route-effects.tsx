import { useLocation } from '@docfolio/federation/router';
import { documentTitle, type Page } from '@docfolio/site-copy/pages';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from './document-title.js';
import { useScrollPosition } from './scroll-position.js';

/** The id of the element that a public page is drawn into: where the focus goes after a change of page. */
export const contentId = 'content';

/**
 * What a browser does by itself when a document is loaded, done for a change of page inside one document: the title
 * changes, a screen reader hears it, the focus begins at the content again, and the scroll position is the top, the
 * fragment's target, or, going back, where it was.
 */
export function RouteEffects({ page }: { page: Page | undefined }) {
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const title = documentTitle(page);
  const shown = useRef(pathname);
  useScrollPosition();
  useDocumentTitle(title);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnouncement(title);
    // A page that focuses a field of its own, or a drawer that stays open, keeps the focus.
    document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [title, pathname]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
