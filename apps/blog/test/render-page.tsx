import { createQueryClient } from '@docfolio/api-client/query';
import { BrowserRouter } from '@docfolio/federation/router';
import { SiteOriginProvider, Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

export const origin = 'https://blog.example.com';

/** Renders a page or component of the blog at a path, within the shell's providers; queries do not retry. */
export function renderPage(page: ReactNode, path: string) {
  window.history.replaceState(null, '', path);
  const client = createQueryClient();
  client.setDefaultOptions({ ...client.getDefaultOptions(), queries: { networkMode: 'always', retry: false } });
  const rendered = render(
    <QueryClientProvider client={client}>
      <SiteOriginProvider origin={origin}>
        <BrowserRouter>{page}</BrowserRouter>
        <Toaster />
      </SiteOriginProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, client };
}
