import { Link, useLocation } from '@docfolio/federation/router';
import { Remote } from '@docfolio/federation/runtime';
import { notFoundRemote, type Page, pageAt } from '@docfolio/site-copy/pages';
import { Button } from '@docfolio/ui/buttons/button';
import { SiteOriginProvider, ThemeProvider, Toaster } from '@docfolio/ui/runtime';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { AdminLayoutProps } from './layout/admin-layout.js';
import { PublicLayout } from './layout/public-layout.js';
import { RemotePages, useRemotePages } from './routing/remote-pages.js';
import { RouteEffects } from './routing/route-effects.js';

interface PlatformProps {
  client: QueryClient;
  /** Origin of the site, such as `https://example.com`, without a trailing slash. */
  origin: string;
  /** Pages that the remotes' builds list. */
  pages?: readonly Page[];
  children: ReactNode;
}

/** Provides query client, site origin, pages, theme and toasts to the shell and its remotes, in browser and server renders. */
export function Platform({ client, origin, pages = [], children }: PlatformProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteOriginProvider origin={origin}>
        <RemotePages value={pages}>
          <ThemeProvider>{children}</ThemeProvider>
        </RemotePages>
        <Toaster />
      </SiteOriginProvider>
    </QueryClientProvider>
  );
}

interface AppProps {
  /** The frame of pages that need a sign-in; the server renders none of them. */
  AdminLayout?: ComponentType<AdminLayoutProps>;
}

/** Renders the remote of the current path, within the frame of its page. */
export function App({ AdminLayout }: AppProps) {
  const { pathname } = useLocation();
  // Marks the layout as hydrated: src/early-clicks.js now replays clicks on its buttons.
  useEffect(() => {
    document.documentElement.dataset.frame = '';
  }, []);
  const page = pageAt(pathname, useRemotePages());
  const name = page?.remote ?? notFoundRemote;
  const remote = (
    <Remote
      key={name}
      name={name}
      label={page?.title ?? 'This page'}
      path={pathname}
      wayOut={<WayOut page={page} />}
      frameless={page?.frame === 'none'}
    />
  );
  return (
    <>
      <RouteEffects page={page} />
      {page?.frame === 'none' ? (
        remote
      ) : page?.frame === 'admin' ? (
        AdminLayout && <AdminLayout remote={name}>{remote}</AdminLayout>
      ) : (
        <PublicLayout>{remote}</PublicLayout>
      )}
    </>
  );
}

/** A link to a page of another remote, for when the current page's remote cannot be loaded. */
function WayOut({ page }: { page: Page | undefined }) {
  const leadsTo = page?.remote === 'site' || !page ? { path: '/blog', title: 'Blog' } : { path: '/', title: 'Main' };
  return (
    <Button size="sm" asChild>
      <Link to={leadsTo.path}>Go to {leadsTo.title}</Link>
    </Button>
  );
}
