import type { Page } from '@docfolio/site-copy/pages';
import { createContext } from 'react';

/** The sidebar's HTML in a server render that reuses an earlier one; undefined to render it, as in browsers. */
export const SidebarHtml = createContext<string | undefined>(undefined);

/** Maximum number of paths per list of pages, about 10 KB each. One more clears them. */
const maxPaths = 200;

/** Follows the opening tag that PublicLayout renders. The sidebar contains no other `aside`. */
const rendered = /<aside aria-label="Sidebar"[^>]*>(.*?)<\/aside>/s;

/** Caches the sidebar's HTML by what it depends on: the list of pages, and the path, which marks the current one. */
export class SidebarCache {
  private readonly byPages = new WeakMap<readonly Page[], Map<string, string>>();

  get(pages: readonly Page[], path: string): string | undefined {
    return this.byPages.get(pages)?.get(path);
  }

  /** Remembers the sidebar in the HTML of a page, if it has one. */
  add(pages: readonly Page[], path: string, html: string): void {
    const [, sidebar] = rendered.exec(html) ?? [];
    if (sidebar === undefined) return;
    let byPath = this.byPages.get(pages);
    if (!byPath || byPath.size >= maxPaths) {
      byPath = new Map();
      this.byPages.set(pages, byPath);
    }
    byPath.set(path, sidebar);
  }
}
