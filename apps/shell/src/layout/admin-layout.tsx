import { adminPartOf } from '@docfolio/admin/admin-part';
import { loadedRoutes, loadRoutes } from '@docfolio/federation/remote-loader';
import { Link } from '@docfolio/federation/router';
import { FullWindow, Loading, spinnerDelay } from '@docfolio/federation/runtime';
import { Button } from '@docfolio/ui/buttons/button';
import { lazyPart, useLazyPart } from '@docfolio/ui/hooks/use-lazy-part';
import { PartMissing } from '@docfolio/ui/states/part-missing';
import { type ReactNode, useState } from 'react';

/** More than one, because browsers reuse a failed preload. */
const attempts = 3;

const frame = lazyPart(async () => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await import(/* webpackChunkName: "lazy-admin" */ './admin-frame.js')).AdminFrame;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
});

/** Loads the frame before the page is first rendered. Resolves at the latest when the spinner would appear. */
export async function preloadAdminLayout(): Promise<void> {
  // Rendering the frame shows a failure.
  const load = frame.load().catch(() => undefined);
  await Promise.race([load, new Promise((resolve) => setTimeout(resolve, spinnerDelay))]);
}

const parts = {
  load: async (remote: string) => adminPartOf(await loadRoutes(remote)),
  loaded(remote: string) {
    const routes = loadedRoutes(remote);
    return routes && adminPartOf(routes);
  },
};

export interface AdminLayoutProps {
  /** The remote of the page. */
  remote: string;
  children: ReactNode;
}

/** The frame of the pages under `/admin`, which visitors of the site do not load. It stays from page to page. */
export function AdminLayout({ remote, children }: AdminLayoutProps) {
  const [failure, setFailure] = useState<unknown>();
  const AdminFrame = useLazyPart(frame, failure === undefined, (error) => {
    console.error('Loading the frame failed', error);
    setFailure(error);
  });
  if (AdminFrame)
    return (
      <AdminFrame remote={remote} parts={parts}>
        {children}
      </AdminFrame>
    );
  return (
    <FullWindow>
      {failure === undefined ? (
        <Loading label="the page" />
      ) : (
        <PartMissing
          part="This page"
          // A deployment may have replaced the file: only the page's new HTML names the other one.
          onRetry={() => window.location.reload()}
          wayOut={
            <Button size="sm" asChild>
              <Link to="/">Go to Main</Link>
            </Button>
          }
        />
      )}
    </FullWindow>
  );
}
