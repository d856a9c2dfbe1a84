import { useNavigate } from '@docfolio/federation/router';
import { type RefObject, useEffect } from 'react';

/** Makes links in an element to pages of this site navigate by the router instead of loading the page. */
export function useRoutedLinks(text: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlainClick(event) || (link.target && link.target !== '_self') || link.hasAttribute('download'))
        return;
      const to = new URL(link.href, window.location.href);
      // Leaves other sites, files and API URLs to the browser.
      if (to.origin !== window.location.origin || /\.\w+$/.test(to.pathname) || to.pathname.startsWith('/api/')) return;
      event.preventDefault();
      navigate(to.pathname + to.search + to.hash);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [text, navigate]);
}

function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}
