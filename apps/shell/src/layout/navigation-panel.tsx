import { useLocation } from '@docfolio/federation/router';
import { useMissingParts } from '@docfolio/federation/runtime';
import { SearchInput } from '@docfolio/ui/forms/search-input';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRemotePages } from '../routing/remote-pages.js';
import { navIcons, navSections, pagesAbout } from './navigation.js';
import { QuickActions } from './quick-actions.js';
import { SearchResults, tellResults } from './search-results.js';
import { groupLook, NavItem } from './sidebar-item.js';
import { usePostSearch } from './use-post-search.js';

/** The sidebar's search box and navigation. A search filters pages by title and lists further pages and posts below. */
export function NavigationPanel({ collapsed }: { collapsed: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const { key } = useLocation();
  const missing = useMissingParts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what ends a search
  useEffect(() => setTyped(''), [key]);

  const search = collapsed ? '' : typed.trim();
  const posts = usePostSearch(search);
  const remotePages = useRemotePages();
  const sections = navSections(search, remotePages);
  const pages = search ? pagesAbout(search, sections, remotePages) : [];
  const pageCount = pages.length + sections.reduce((sum, section) => sum + section.pages.length, 0);
  const nothing = pageCount === 0 && (posts.state === 'off' || (posts.state === 'found' && posts.last.total === 0));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the box and the links inside
    <div
      ref={panel}
      className="flex min-h-0 grow flex-col"
      onKeyDown={(event) => search && walk(event, panel.current!)}
    >
      {/* The collapsed sidebar keeps the space of the search box, so that the icons below do not move. */}
      <search className="mx-2 mt-3 block h-8 shrink-0 rail:invisible max-md:h-11 noscript:hidden">
        {!collapsed && (
          <SearchInput
            label="Search documentation"
            placeholder="Search documentation"
            value={typed}
            onValueChange={setTyped}
            onSubmit={() => search && linksIn(panel.current!)[0]?.click()}
            className="gap-3! pl-1.75!"
          />
        )}
      </search>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overflow-x-hidden px-2 pb-3">
        <div data-found="">
          <nav aria-label="Main" className="flex flex-col gap-6 pt-6 empty:hidden">
            {sections.map(({ group, pages }) => (
              <div key={group}>
                <h2 className={groupLook}>{group}</h2>
                <ul className="flex flex-col">
                  {pages.map((page) => (
                    <li key={page.path}>
                      <NavItem
                        to={page.path}
                        label={page.title}
                        icon={navIcons[page.nav!.icon]}
                        collapsed={collapsed}
                        missing={missing.has(page.remote)}
                      />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          {search && <SearchResults search={search} pages={pages} posts={posts} />}
        </div>
        <p role="status" className={nothing ? 'px-2 pt-6 text-caption text-faint' : 'sr-only'}>
          {search && (nothing ? 'Nothing found.' : tellResults(pageCount, posts))}
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
