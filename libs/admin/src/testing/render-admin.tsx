import { createQueryClient } from '@docfolio/api-client/query';
import { sessionStore } from '@docfolio/api-client/session';
import { sessionKey } from '@docfolio/api-client/session-record';
import { sampleSession } from '@docfolio/api-client/testing/samples';
import { BrowserRouter, useLocation } from '@docfolio/federation/router';
import { pageAt } from '@docfolio/site-copy/pages';
import { dismissToast, Toaster } from '@docfolio/ui/runtime';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { AdminPart } from '../admin-part.js';
import { AdminFrame } from '../frame/admin-frame.js';

/** A remote of the signed-in pages, as its module exports it. */
export interface AdminRemote {
  Routes: ComponentType;
  admin: AdminPart;
}

/** Stands for the shell: shows the pages of one remote, inside the frame where their page has it. */
function Host({ Routes, admin }: AdminRemote) {
  const page = pageAt(useLocation().pathname);
  if (page?.frame !== 'admin') return <Routes />;
  return (
    <AdminFrame remote={page.remote} parts={{ load: async () => admin, loaded: () => admin }}>
      <Routes />
    </AdminFrame>
  );
}

/** Renders a page of a remote, with query client, router and toasts. @param state of the router, in the history entry */
export function renderAdmin(remote: AdminRemote, path: string, state?: unknown) {
  window.history.replaceState(state === undefined ? null : { usr: state }, '', path);
  dismissToast();
  const user = userEvent.setup();
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Host {...remote} />
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { user, ...view };
}

/** Signs a user in without the sign-in page. */
export async function signInAs(session = sampleSession(1)) {
  await act(() => sessionStore.adoptSession(session, 'SIGNED_IN'));
}

/** Simulates a sign-out in another tab: removes the stored session and dispatches the `storage` event that announces it. */
export async function endSession() {
  await act(async () => {
    window.localStorage.removeItem(sessionKey);
    window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }));
  });
}

export const address = () => window.location.pathname + window.location.search;
