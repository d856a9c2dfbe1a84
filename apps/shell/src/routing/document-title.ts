import { useEffect } from 'react';

/** Selects head tags that the web process inserted into a page which the browser renders. */
const initialTags = '[data-initial]';
/** Selects head tags of a server-rendered page, which React adopts when it hydrates. */
const renderedTags = '[data-rendered]';

/**
 * Sets the document's title while the page declares none itself. Once it does, removes the tags of the web
 * process and those that React did not adopt, so that the document has one title and one description.
 */
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
