import { links } from '@docfolio/content/site';
import { Link } from '@docfolio/federation/router';
import { ArrowUpRight, Calendar, PanelLeftClose, PanelLeftOpen, Send } from 'lucide-react';
import { ItemContent, ItemTooltip, itemLook } from './sidebar-item.js';

/** The two things that a visitor comes to do. */
export function QuickActions({ collapsed }: { collapsed: boolean }) {
  return (
    <section aria-label="Quick Actions" className="mt-auto pt-6">
      <h2
        className={`mb-1.5 overflow-hidden whitespace-nowrap px-2 font-medium text-caption text-faint ${collapsed ? 'invisible' : ''}`}
      >
        Quick Actions
      </h2>
      <ItemTooltip label="Get in Touch" collapsed={collapsed}>
        <Link to="/contact" className={itemLook}>
          <ItemContent icon={Send} label="Get in Touch" collapsed={collapsed} />
        </Link>
      </ItemTooltip>
      <ItemTooltip label="Book Mentorship" collapsed={collapsed}>
        <a href={links.booking} target="_blank" rel="noopener noreferrer" className={itemLook}>
          <ItemContent
            icon={Calendar}
            label="Book Mentorship"
            collapsed={collapsed}
            end={<ArrowUpRight aria-hidden size={14} strokeWidth={1.75} className="text-faint" />}
          />
        </a>
      </ItemTooltip>
    </section>
  );
}

/** Collapses the sidebar to its rail of icons, or expands it. */
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
        <ItemContent
          icon={collapsed ? PanelLeftOpen : PanelLeftClose}
          label={label}
          collapsed={collapsed}
          end={
            <kbd aria-hidden className="mono text-faint text-mono">
              {shortcutLabel()}
            </kbd>
          }
        />
      </button>
    </ItemTooltip>
  );
}

function shortcutLabel(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ B' : 'Ctrl B';
}
