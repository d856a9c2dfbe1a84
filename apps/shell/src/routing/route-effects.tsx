import { useLocation } from '@docfolio/federation/router';
import { documentTitle, type Page } from '@docfolio/site-copy/pages';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from './document-title.js';
import { useScrollPosition } from './scroll-position.js';

/** DOM id of the element that contains the page and gets the focus after a navigation. */
export const contentId = 'content';

/**
 * Does after a client-side navigation what a browser does after loading a document: sets the title and announces it, moves
 * the focus to the content, and scrolls to the top, the fragment or the previous position.
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
    // A page may have focused a field of its own, or a drawer may be open.
    document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [title, pathname]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
