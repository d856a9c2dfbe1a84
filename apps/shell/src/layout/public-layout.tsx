import { type ReactNode, useContext } from 'react';
import { contentId } from '../routing/route-effects.js';
import { PageBreadcrumb } from './breadcrumb.js';
import { Header } from './header.js';
import { Sidebar } from './sidebar.js';
import { SidebarDrawer } from './sidebar-drawer.js';
import { SidebarHtml } from './sidebar-html.js';
import { useSidebar } from './use-sidebar.js';

/** The layout of public pages. Its server HTML is the same for all visitors; CSS adapts it before hydration. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const sidebar = useSidebar();
  const sidebarHtml = useContext(SidebarHtml);
  return (
    <div className="flex min-h-dvh print:block noscript:max-md:flex-col-reverse">
      <a
        href={`#${contentId}`}
        className="sr-only rounded-control bg-overlay px-3 py-2 text-ink text-ui focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 print:hidden"
      >
        Skip to content
      </a>
      <aside
        aria-label="Sidebar"
        data-column=""
        className="sticky top-0 h-dvh w-64 shrink-0 border-line border-r max-md:hidden rail:w-12 print:hidden noscript:max-md:static noscript:max-md:block noscript:max-md:h-auto noscript:max-md:w-full"
        {...(sidebarHtml === undefined
          ? { children: <Sidebar collapsed={sidebar.collapsed} onToggle={sidebar.toggle} /> }
          : { dangerouslySetInnerHTML: { __html: sidebarHtml } })}
      />
      <SidebarDrawer open={sidebar.drawerOpen} onClose={() => sidebar.setDrawerOpen(false)} />
      <div className="flex min-w-0 grow flex-col print:block">
        <Header menu={{ open: sidebar.drawerOpen, onOpen: () => sidebar.setDrawerOpen(true) }} />
        <main
          id={contentId}
          tabIndex={-1}
          className="grow px-16 pt-10 pb-24 max-lg:px-8 max-md:px-5 max-md:pt-6 print:p-0"
        >
          <div className="mx-auto max-w-page print:max-w-none">
            <PageBreadcrumb />
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}
