import { useLocation } from '@docfolio/federation/router';
import { SearchInput } from '@docfolio/ui/forms/search-input';
import { lazyPart, useLazyPart } from '@docfolio/ui/hooks/use-lazy-part';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRemotePages } from '../routing/remote-pages.js';
import type { SearchOutcome } from './documentation-search.js';
import { navSections } from './navigation.js';
import { NavigationList } from './navigation-list.js';
import { QuickActions } from './quick-actions.js';

const searchPart = lazyPart(
  async () => (await import(/* webpackChunkName: "lazy-search" */ './documentation-search.js')).DocumentationSearch,
);
const unavailable: SearchOutcome = {
  words: 'The search could not be loaded. The next key tries again.',
  isNothing: true,
};

/** The sidebar's search box and navigation. A search filters pages by title and lists further pages and posts below. */
export function NavigationPanel({ collapsed }: { collapsed: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  /** The search that Enter was pressed for before it was loaded. */
  const entered = useRef('');
  const type = (text: string) => {
    entered.current = '';
    setTyped(text);
  };
  const { key } = useLocation();
  const searchedAt = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what ends a search
  useEffect(() => {
    if (searchedAt.current === key) return;
    searchedAt.current = key;
    type('');
  }, [key]);

  const search = collapsed ? '' : typed.trim();
  const remotePages = useRemotePages();
  const [found, setFound] = useState<SearchOutcome>();
  const [failed, setFailed] = useState('');
  const DocumentationSearch = useLazyPart(searchPart, search !== '' && failed !== search, () => setFailed(search));
  const outcome = search && !DocumentationSearch && failed === search ? unavailable : found;

  // Enter before the search is loaded opens its first result as soon as it is.
  const open = () => {
    if (DocumentationSearch) linksIn(panel.current!)[0]?.click();
    else entered.current = search;
  };
  useEffect(() => {
    if (!DocumentationSearch || !search || entered.current !== search) return;
    entered.current = '';
    linksIn(panel.current!)[0]?.click();
  }, [DocumentationSearch, search]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the box and the links inside
    <div
      ref={panel}
      className="flex min-h-0 grow flex-col"
      onKeyDown={(event) => search && walk(event, panel.current!)}
    >
      {/* The collapsed sidebar keeps the space of the search box, so that the icons below do not move. */}
      <search
        onFocus={searchPart.preload}
        className="mx-2 mt-3 block h-8 shrink-0 rail:invisible max-md:h-11 noscript:hidden"
      >
        {!collapsed && (
          <SearchInput
            label="Search documentation"
            placeholder="Search documentation"
            value={typed}
            onValueChange={type}
            onSubmit={() => search && open()}
            className="gap-3! pl-1.75!"
          />
        )}
      </search>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overflow-x-hidden px-2 pb-3">
        <div data-found="">
          {search && DocumentationSearch ? (
            <DocumentationSearch search={search} remotePages={remotePages} onOutcome={setFound} />
          ) : (
            <NavigationList sections={navSections(remotePages)} collapsed={collapsed} />
          )}
        </div>
        <p role="status" className={outcome?.isNothing ? 'px-2 pt-6 text-caption text-faint' : 'sr-only'}>
          {outcome?.words}
        </p>
        <QuickActions collapsed={collapsed} />
      </div>
    </div>
  );
}

/** Returns the links of navigation and search results, except posts of an earlier search (`aria-busy`). */
function linksIn(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('[data-found] :is(nav, section:not([aria-busy])) a')];
}

/** Moves the focus: Down and Up through box and results, Escape back to the search box. */
function walk(event: KeyboardEvent, panel: HTMLElement): void {
  const box = panel.querySelector('input');
  const stops = [box, ...linksIn(panel)];
  const place = stops.indexOf(event.target as HTMLInputElement);
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: -place }[event.key];
  const next = step && place + step >= 0 ? stops[place + step] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
