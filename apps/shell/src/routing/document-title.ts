import { useEffect } from 'react';

/** Marks what the web process wrote into the head for visitors without JavaScript. */
const fromServer = '[data-initial]';

/**
 * The title of a page that declares none itself. A page's own `<title>` and description, which React puts into the head
 * when the page is drawn, take the place of what the web process wrote there: a document has one of each.
 */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const initial = document.head.querySelector<HTMLTitleElement>(`title${fromServer}`) ?? newTitle();
    initial.textContent = title;
    const settle = () => {
      const declared = document.head.querySelector(`title:not(${fromServer})`);
      if (declared && initial.isConnected) initial.remove();
      if (!declared && !initial.isConnected) document.head.append(initial);
      for (const tag of document.head.querySelectorAll(`meta${fromServer}`)) {
        if (declared) tag.remove();
      }
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
