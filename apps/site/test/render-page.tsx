import { createQueryClient } from '@docfolio/api-client/query';
import { BrowserRouter } from '@docfolio/federation/router';
import { Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders a page or component of the site at a path, within the shell's providers. */
export function renderPage(page: ReactNode, path = '/') {
  window.history.replaceState(null, '', path);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>{page}</BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
}
