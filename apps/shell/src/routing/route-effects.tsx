import { useLocation } from '@docfolio/federation/router';
import { documentTitle, type Page } from '@docfolio/site-copy/pages';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from './document-title.js';
import { useScrollPosition } from './scroll-position.js';

/** DOM id of the page's container, which gets the focus after a navigation. */
export const contentId = 'content';

/** Sets title and scroll position; after a client-side navigation, announces the title and focuses the content. */
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
    document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [title, pathname]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
