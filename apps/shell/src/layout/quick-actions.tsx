import { Link } from '@docfolio/federation/router';
import { links } from '@docfolio/site-copy/site';
import { ArrowUpRight, Calendar, PanelLeftClose, PanelLeftOpen, Send } from 'lucide-react';
import { groupLook, ItemContent, ItemLabel, ItemTooltip, iconLook, itemLook } from './sidebar-item.js';

export function QuickActions({ collapsed }: { collapsed: boolean }) {
  return (
    <section aria-label="Quick Actions" className="mt-auto pt-6">
      <h2 className={groupLook}>Quick Actions</h2>
      <ItemTooltip label="Get in Touch" collapsed={collapsed}>
        <Link to="/contact" className={itemLook}>
          <ItemContent icon={Send} label="Get in Touch" />
        </Link>
      </ItemTooltip>
      {links.booking && (
        <ItemTooltip label="Book Mentorship" collapsed={collapsed}>
          <a href={links.booking} target="_blank" rel="noopener noreferrer" className={itemLook}>
            <ItemContent
              icon={Calendar}
              label="Book Mentorship"
              end={<ArrowUpRight aria-hidden size={14} strokeWidth={1.75} className="text-faint" />}
            />
          </a>
        </ItemTooltip>
      )}
    </section>
  );
}

/** Collapses or expands the sidebar. Visitors share the HTML, so CSS selects icon (by state) and key (by system). */
export function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const label = collapsed ? 'Expand' : 'Collapse';
  return (
    <ItemTooltip label={label} collapsed={collapsed}>
      <button
        type="button"
        onClick={onToggle}
        aria-expanded={!collapsed}
        aria-keyshortcuts="Control+B Meta+B"
        className={itemLook}
      >
        <PanelLeftClose aria-hidden size={16} strokeWidth={1.75} className={`${iconLook} rail:hidden`} />
        <PanelLeftOpen aria-hidden size={16} strokeWidth={1.75} className={`${iconLook} hidden rail:block`} />
        <ItemLabel
          end={
            <kbd aria-hidden className="mono text-faint text-mono">
              <span className="mac:hidden">Ctrl B</span>
              <span className="hidden mac:inline">⌘ B</span>
            </kbd>
          }
        >
          {label}
        </ItemLabel>
      </button>
    </ItemTooltip>
  );
}
