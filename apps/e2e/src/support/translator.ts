import type { BrowserContext } from '@playwright/test';

/**
 * Changes pages as a browser's translator does: once a page is loaded, each text is put into two `<font>` elements of its own
 * instead of its text node, and so are texts that come later. The text itself stays, so that tests find it.
 */
export const translate = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const untouched = 'script,style,textarea,code,pre,title,option,svg,font';
    function wrap(text: Text): void {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    function wrapAll(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
    }
    function start(): void {
      wrapAll(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records)
          for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) wrapAll(node);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    }
    // A translator begins when the page has been read, which may be before or after hydration.
    addEventListener('load', () => setTimeout(start, 0));
  });
