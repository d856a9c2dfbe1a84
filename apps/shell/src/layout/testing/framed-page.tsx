import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { ThemeProvider } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
// The build for Node: the browser's needs a MessageChannel, which jsdom lacks.
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { PublicLayout } from '../public-layout.js';

export const pageTitle = 'Queues that survive';

/** A page in the public layout, with the shell's providers. */
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

/** Returns its HTML as the server renders it at a path. */
export function serverHtml(address: string): string {
  return renderToString(framedPage((children) => <StaticRouter location={address}>{children}</StaticRouter>));
}

/** Renders it in the browser. */
export function browserPage() {
  return framedPage((children) => <BrowserRouter>{children}</BrowserRouter>);
}
