import { Link, useLocation } from '@docfolio/federation/router';
import { Remote } from '@docfolio/federation/runtime';
import { notFoundRemote, type Page, pageAt } from '@docfolio/site-copy/pages';
import { Button } from '@docfolio/ui/button';
import { SiteOriginProvider, ThemeProvider, Toaster } from '@docfolio/ui/runtime';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { PublicLayout } from './layout/public-layout.js';
import { RouteEffects } from './routing/route-effects.js';

interface PlatformProps {
  client: QueryClient;
  /** Where the site is reached, without a last slash. */
  origin: string;
  /** The router, with the app in it. */
  children: ReactNode;
}

/** What stands round the app. The browser and the server draw this same tree, which differs only by its router. */
export function Platform({ client, origin, children }: PlatformProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteOriginProvider origin={origin}>
        <ThemeProvider>{children}</ThemeProvider>
        <Toaster />
      </SiteOriginProvider>
    </QueryClientProvider>
  );
}

/**
 * Finds the remote whose page the address names and mounts it: the CRM as it is, for it brings its own frame, the
 * public pages inside theirs. A path that is no page goes to the remote that draws the 404.
 */
export function App() {
  const { pathname } = useLocation();
  // The frame responds, if not yet the page in it: src/early-clicks.js replays what was clicked before.
  useEffect(() => {
    document.documentElement.dataset.frame = '';
  }, []);
  const page = pageAt(pathname);
  const name = page?.remote ?? notFoundRemote;
  const remote = (
    <Remote
      key={name}
      name={name}
      label={page?.title ?? 'This page'}
      path={pathname}
      wayOut={<WayOut page={page} />}
      frameless={name === 'crm'}
    />
  );
  return (
    <>
      <RouteEffects page={page} />
      {name === 'crm' ? remote : <PublicLayout>{remote}</PublicLayout>}
    </>
  );
}

/** A page that another remote draws, for when this one's is missing. */
function WayOut({ page }: { page: Page | undefined }) {
  const leadsTo = page?.remote === 'site' || !page ? { path: '/blog', title: 'Blog' } : { path: '/', title: 'Main' };
  return (
    <Button size="sm" asChild>
      <Link to={leadsTo.path}>Go to {leadsTo.title}</Link>
    </Button>
  );
}
