import { Link } from '@docfolio/federation/router';
import { initials } from '@docfolio/site-copy/derived';
import { owner } from '@docfolio/site-copy/site';
import { BrandMark } from '@docfolio/ui/display/brand-mark';
import { AccountButton } from './account-button.js';
import { NavigationPanel } from './navigation-panel.js';
import { CollapseButton } from './quick-actions.js';

/** The sidebar's contents. CSS collapses them to icons; `collapsed` sets what CSS cannot, such as tooltips. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle?: () => void }) {
  return (
    <div className="relative flex h-full flex-col overflow-hidden">
      <div className="flex h-14 shrink-0 items-center border-line border-b pr-12 pl-3 max-md:pr-14 rail:pr-3">
        <Link to="/" aria-label={`${owner.name}, ${owner.tagline}`} className="flex min-w-0 items-center gap-2">
          <BrandMark>{initials}</BrandMark>
          <span className="min-w-0 rail:hidden">
            <span className="block truncate font-semibold text-ink text-ui">{owner.name}</span>
            <span className="block truncate text-caption text-faint">{owner.tagline}</span>
          </span>
        </Link>
      </div>
      {/* The button is beside the brand; when collapsed, in place of the search box. */}
      <AccountButton
        side={collapsed ? 'right' : 'bottom'}
        className="absolute! top-3 right-2 max-md:top-1.5 rail:top-17 rail:right-auto rail:left-2 noscript:hidden"
      />
      <NavigationPanel collapsed={collapsed} />
      {onToggle && (
        <div className="shrink-0 border-line border-t p-2 noscript:hidden">
          <CollapseButton collapsed={collapsed} onToggle={onToggle} />
        </div>
      )}
    </div>
  );
}
