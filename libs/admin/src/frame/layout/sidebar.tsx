import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { classNames } from '@docfolio/ui/class-names';
import { BrandMark } from '@docfolio/ui/display/brand-mark';
import { Spinner } from '@docfolio/ui/display/spinner';
import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { SidebarCounts } from './sidebar-counts.js';
import { SidebarFoot, SidebarNav } from './sidebar-nav.js';

export function Sidebar({
  counts,
  collapsed,
  onToggle,
  onSignOut,
  signingOut,
}: {
  counts: SidebarCounts;
  collapsed: boolean;
  onToggle: () => void;
  onSignOut: () => void;
  signingOut: boolean;
}) {
  const toggle = (
    <IconButton
      label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      shortcut="Ctrl B"
      tooltip="right"
      aria-expanded={!collapsed}
      onClick={onToggle}
    >
      {collapsed ? (
        <PanelLeftOpen aria-hidden size={16} strokeWidth={1.75} />
      ) : (
        <PanelLeftClose aria-hidden size={16} strokeWidth={1.75} />
      )}
    </IconButton>
  );
  return (
    <aside
      aria-label="CRM Dashboard"
      className={classNames(
        'flex h-dvh shrink-0 flex-col border-line border-r bg-well transition-[width] duration-150 max-md:hidden',
        collapsed ? 'w-14' : 'w-60',
      )}
    >
      <div className={classNames('flex h-12 shrink-0 items-center gap-2', collapsed ? 'justify-center' : 'px-4.5')}>
        <BrandMark />
        {!collapsed && <span className="truncate text-ui font-semibold text-ink">CRM Dashboard</span>}
      </div>
      <SidebarNav counts={counts} collapsed={collapsed} />
      <SidebarFoot counts={counts} collapsed={collapsed} />
      <div
        className={classNames(
          'flex shrink-0 border-line border-t px-2',
          collapsed ? 'flex-col items-center gap-1 py-2' : 'h-12 items-center gap-2',
        )}
      >
        {collapsed ? (
          <IconButton label="Sign Out" tooltip="right" busy={signingOut} onClick={onSignOut}>
            <LogOut aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        ) : (
          <SignOutButton className="h-8 grow gap-2.5 px-2.5 text-ui" busy={signingOut} onClick={onSignOut} />
        )}
        {toggle}
      </div>
    </aside>
  );
}

export function SignOutButton({ className, busy, onClick }: { className: string; busy: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => !busy && onClick()}
      className={classNames(
        'flex items-center rounded-control text-muted transition-[color,background-color] duration-150 hover:bg-hover hover:text-ink',
        className,
      )}
    >
      {busy ? <Spinner /> : <LogOut aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />}
      Sign Out
    </button>
  );
}
