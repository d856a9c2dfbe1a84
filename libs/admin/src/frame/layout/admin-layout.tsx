import { useLocation } from '@docfolio/federation/router';
import { ThemeToggle } from '@docfolio/ui/buttons/theme-toggle';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSignOut } from '../../access/use-sign-out.js';
import { LiveStatus } from './live-status.js';
import { OwnerMenu } from './owner-menu.js';
import { PhoneSidebar } from './phone-sidebar.js';
import { Sidebar } from './sidebar.js';
import type { SidebarCounts } from './sidebar-counts.js';
import { useSidebarKey, useSidebarPreference } from './sidebar-preference.js';

/** Returns a ref for the content: a new page (second path segment) scrolls it to the top and focuses it. */
function usePageStart() {
  const content = useRef<HTMLElement>(null);
  const page = useLocation().pathname.split('/').slice(0, 3).join('/');
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    content.current?.scrollTo?.(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [page]);
  return content;
}

interface AdminLayoutProps {
  counts: SidebarCounts;
  search: ReactNode;
  onChangePassword: () => void;
  children: ReactNode;
}

/** The frame around the admin pages: sidebar, header, and the page, which scrolls. */
export function AdminLayout({ counts, search, onChangePassword, children }: AdminLayoutProps) {
  const { collapsed, toggle } = useSidebarPreference();
  const { signOut, signingOut } = useSignOut();
  const phone = useMediaQuery(phoneQuery);
  const [open, setOpen] = useState(false);
  const content = usePageStart();
  useSidebarKey(useCallback(() => (phone ? setOpen((was) => !was) : toggle()), [phone, toggle]));
  return (
    <div className="flex h-dvh overflow-hidden bg-canvas text-ui text-ink">
      <a
        href="#crm-content"
        className="-translate-y-16 absolute top-2 left-2 z-90 rounded-control border border-line-strong bg-overlay px-3 py-3 text-ink focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar counts={counts} collapsed={collapsed} onToggle={toggle} onSignOut={signOut} signingOut={signingOut} />
      <div className="flex min-w-0 grow flex-col">
        <header className="flex h-12 shrink-0 items-center gap-1.5 border-line border-b pr-4.5 pl-6 max-md:h-14 max-md:gap-1 max-md:pr-4 max-md:pl-1">
          <PhoneSidebar
            counts={counts}
            open={open && phone}
            onOpenChange={setOpen}
            onSignOut={signOut}
            signingOut={signingOut}
          />
          <p className="min-w-0 grow truncate text-ui font-medium text-muted max-md:text-button max-md:font-semibold max-md:text-ink">
            CRM Admin Dashboard
          </p>
          {search}
          <LiveStatus className="mr-2 md:ml-3" />
          <ThemeToggle className="max-md:hidden" />
          <OwnerMenu onChangePassword={onChangePassword} onSignOut={signOut} />
        </header>
        <main
          ref={content}
          id="crm-content"
          tabIndex={-1}
          // Positioned, so that texts for screen readers count to what it scrolls, and the window has no scrollbar.
          className="relative flex min-h-0 grow flex-col overflow-y-auto outline-none"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
