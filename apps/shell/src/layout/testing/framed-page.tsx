import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { ThemeProvider } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
// The Node build: the browser build needs a MessageChannel, which jsdom lacks.
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { PublicLayout } from '../public-layout.js';

export const pageTitle = 'Queues that survive';

function framedPage(router: (children: ReactNode) => ReactNode) {
  return (
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ThemeProvider>
          {router(
            <PublicLayout>
              <h1>{pageTitle}</h1>
            </PublicLayout>,
          )}
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Returns the HTML of a page in the public layout as the server renders it at a path. */
export function serverHtml(address: string): string {
  return renderToString(framedPage((children) => <StaticRouter location={address}>{children}</StaticRouter>));
}

/** Returns the same page for `render` or `hydrateRoot` in the browser. */
export function browserPage() {
  return framedPage((children) => <BrowserRouter>{children}</BrowserRouter>);
}
