import { useMissingParts } from '@docfolio/federation/runtime';
import { type NavSection, navIcons } from './navigation.js';
import { groupLook, NavItem } from './sidebar-item.js';

interface NavigationListProps {
  sections: readonly NavSection[];
  collapsed: boolean;
}

export function NavigationList({ sections, collapsed }: NavigationListProps) {
  const missing = useMissingParts();
  return (
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
  );
}
