import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { ThemeProvider } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
// The form for Node: the browser's asks for a MessageChannel, which jsdom has not.
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import { PublicLayout } from '../public-layout.js';

export const pageTitle = 'Queues that survive';

/** A page in the public frame, with what the shell puts round it. */
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

/** It as a server answers an address with it. */
export function serverHtml(address: string): string {
  return renderToString(framedPage((children) => <StaticRouter location={address}>{children}</StaticRouter>));
}

/** It as the browser draws it at its own address. */
export function browserPage() {
  return framedPage((children) => <BrowserRouter>{children}</BrowserRouter>);
}
