import { owner } from '@docfolio/content/site';
import { Link, useNavigate } from '@docfolio/federation/router';
import { useMissingParts } from '@docfolio/federation/runtime';
import { BrandMark } from '@docfolio/ui/brand-mark';
import { SearchInput } from '@docfolio/ui/search-input';
import { useState } from 'react';
import { AccountButton } from './account-button.js';
import { navIcons, navSections } from './navigation.js';
import { CollapseButton, QuickActions } from './quick-actions.js';
import { NavItem } from './sidebar-item.js';

/**
 * The sidebar's contents, the same in the column, in the collapsed rail and in the phone's drawer. Every icon is
 * centred on the rail's axis and keeps its height, so that nothing moves when the column collapses.
 */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle?: () => void }) {
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <div className="flex h-14 shrink-0 items-center border-line border-b px-3">
        <Link to="/" aria-label={`${owner.name}, ${owner.tagline}`} className="flex min-w-0 items-center gap-2">
          <BrandMark>{owner.initials}</BrandMark>
          {!collapsed && (
            <span className="min-w-0">
              <span className="block truncate font-semibold text-ink text-ui">{owner.name}</span>
              <span className="block truncate text-caption text-faint">{owner.tagline}</span>
            </span>
          )}
        </Link>
        {!collapsed && <AccountButton className="-mr-1 ml-auto" />}
      </div>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overflow-x-hidden px-2 py-3">
        <Navigation collapsed={collapsed} />
        <QuickActions collapsed={collapsed} />
      </div>
      {onToggle && (
        <div className="shrink-0 border-line border-t p-2">
          <CollapseButton collapsed={collapsed} onToggle={onToggle} />
        </div>
      )}
    </div>
  );
}

function Navigation({ collapsed }: { collapsed: boolean }) {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const missing = useMissingParts();
  const sections = navSections(collapsed ? '' : search);
  const first = sections[0]?.pages[0];
  return (
    <>
      {collapsed ? (
        // In the place of the search box, so that the icons below keep their heights.
        <AccountButton side="right" />
      ) : (
        <search className="block shrink-0">
          <SearchInput
            label="Search documentation"
            placeholder="Search documentation"
            value={search}
            onValueChange={setSearch}
            onSubmit={() => search.trim() && first && navigate(first.path)}
            slashKey={false}
            className="gap-3! pl-1.75!"
          />
        </search>
      )}
      <nav aria-label="Main" className="mt-6 flex flex-col gap-6">
        {sections.map(({ group, pages }) => (
          <div key={group}>
            <h2
              className={`mb-1.5 overflow-hidden whitespace-nowrap px-2 font-medium text-caption text-faint ${collapsed ? 'invisible' : ''}`}
            >
              {group}
            </h2>
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
      <p role="status" className="px-2 text-caption text-faint">
        {sections.length === 0 && 'No page has this in its title.'}
      </p>
    </>
  );
}
