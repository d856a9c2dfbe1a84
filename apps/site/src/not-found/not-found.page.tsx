import { Link, useLocation } from '@docfolio/federation/router';
import { documentTitle } from '@docfolio/site-copy/pages';
import { Button } from '@docfolio/ui/buttons/button';
import { useHydrated } from '@docfolio/ui/hooks/use-hydrated';
import { Seo } from '@docfolio/ui/seo';
import { ConsoleCard } from '@docfolio/ui/text/code-card';
import { useEffect } from 'react';

/** The 404 page (specification, section 2). Server HTML is the same for all paths; hydration adds the path. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  useEffect(() => {
    console.error(`404: no page at ${pathname}`);
  }, [pathname]);
  return (
    <div className="grid items-end gap-x-16 gap-y-8 pt-12 max-md:pt-8 lg:grid-cols-[minmax(0,1fr)_27.5rem]">
      <Seo title={documentTitle(undefined)} noIndex />
      <div>
        {/* The negative margin aligns the visible edge of the 4 with the text below. */}
        <h1 className="mono -ml-1.5 text-numeral text-ink">404</h1>
        <p className="mt-5 text-lede text-muted">Oops! Page not found</p>
        <Button asChild variant="primary" className="mt-6">
          <Link to="/">Return to Home</Link>
        </Button>
      </div>
      <ConsoleCard
        lines={[
          [['muted', 'GET '], hydrated ? pathname : ''],
          [['danger', '404 '], 'Not Found'],
        ]}
      />
    </div>
  );
}
