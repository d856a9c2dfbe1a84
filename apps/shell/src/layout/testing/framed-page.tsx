import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import type { Page } from '@docfolio/site-copy/pages';
import { ThemeProvider } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
// The Node build: the browser build needs a MessageChannel, which jsdom lacks.
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { RemotePages } from '../../routing/remote-pages.js';
import { PublicLayout } from '../public-layout.js';

export const pageTitle = 'Queues that survive';

function framedPage(pages: readonly Page[], router: (children: ReactNode) => ReactNode) {
  return (
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RemotePages value={pages}>
          <ThemeProvider>
            {router(
              <PublicLayout>
                <h1>{pageTitle}</h1>
              </PublicLayout>,
            )}
          </ThemeProvider>
        </RemotePages>
      </QueryClientProvider>
    </StrictMode>
  );
}

/**
 * Returns the HTML of a page in the public layout as the server renders it at a path.
 * @param pages pages that the remotes' builds list
 */
export function serverHtml(address: string, pages: readonly Page[] = []): string {
  return renderToString(framedPage(pages, (children) => <StaticRouter location={address}>{children}</StaticRouter>));
}

/** Returns the same page for `render` or `hydrateRoot` in the browser. */
export function browserPage(pages: readonly Page[] = []) {
  return framedPage(pages, (children) => <BrowserRouter>{children}</BrowserRouter>);
}
