import { useLiveRecords } from '@docfolio/admin/frame/live';
import { createQueryClient } from '@docfolio/api-client/query';
import { BrowserRouter } from '@docfolio/federation/router';
import { dismissToast, Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { admin } from '../src/app/admin.js';

function Live({ children }: { children: ReactNode }) {
  useLiveRecords(() => [admin]);
  return children;
}

/** Renders a component of the CRM without its page, with query client, router, toasts and live updates. */
export function renderPart(part: ReactNode) {
  dismissToast();
  // Allows files that an input's `accept` excludes, because they can be dropped nevertheless.
  const user = userEvent.setup({ applyAccept: false });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Live>{part}</Live>
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return user;
}
