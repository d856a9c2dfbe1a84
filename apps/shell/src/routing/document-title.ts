import { useEffect } from 'react';

/** What the web process wrote into the head of a document that the browser draws. */
const initialTags = '[data-initial]';
/** What it wrote as part of a page that it has drawn; React adopts these with the page. */
const renderedTags = '[data-rendered]';

/**
 * The title of a page that declares none itself. Whatever the page declares stands alone: a document has one title and
 * one description, always. What the web process wrote leaves as soon as the page has declared its own; so does what it
 * drew and React then didn't adopt, because the part of the page was missing and came later.
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
