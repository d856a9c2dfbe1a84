import { useEffect } from 'react';

/** Selects head tags of the web process in a page that the browser renders. */
const initialTags = '[data-initial]';
/** Selects head tags of a server-rendered page, which React adopts when it hydrates them. */
const renderedTags = '[data-rendered]';

/** Sets the document's title until the page renders one, then removes the head tags that the page replaces. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const initial = document.head.querySelector<HTMLTitleElement>(`title${initialTags}`) ?? newTitle();
    initial.textContent = title;
    const settle = () => {
      const drawnHere = document.head.querySelector(`title:not(${initialTags}):not(${renderedTags})`);
      const declared = drawnHere ?? document.head.querySelector(`title${renderedTags}`);
      if (!declared) {
        if (!initial.isConnected) document.head.append(initial);
        return;
      }
      for (const tag of document.head.querySelectorAll(initialTags)) tag.remove();
      if (drawnHere) for (const tag of document.head.querySelectorAll(renderedTags)) tag.remove();
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, [title]);
}

function newTitle(): HTMLTitleElement {
  const title = document.createElement('title');
  title.dataset.initial = '';
  return title;
}
