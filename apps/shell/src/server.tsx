import { isProblem } from '@docfolio/api-client/problem';
import { createServerQueryClient } from '@docfolio/api-client/query-client';
import * as session from '@docfolio/api-client/session';
import * as router from '@docfolio/federation/router';
import { RoutesProvider } from '@docfolio/federation/runtime';
import type { PageToRender, RenderedPage } from '@docfolio/federation/server-build';
import { formOutcomeKey } from '@docfolio/public-forms/form-outcome';
import * as uiRuntime from '@docfolio/ui/runtime';
import * as reactQuery from '@tanstack/react-query';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { StaticRouter } from 'react-router-dom';
import { App, Platform } from './app.js';
import { SidebarCache, SidebarHtml } from './layout/sidebar-html.js';
import { renderDocument } from './render-document.js';

// The web process loads the builds of this file and of the remotes, to render pages.

/** Modules that the remotes' server builds take from the shell, by import name. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@tanstack/react-query': reactQuery,
  '@docfolio/federation/router': router,
  '@docfolio/api-client/session': session,
  '@docfolio/ui/runtime': uiRuntime,
};

export { createServerQueryClient, isProblem };

const sidebars = new SidebarCache();

/** Renders a page with its layout for hydration. @throws a component's error, or the signal's reason */
export async function renderPage(page: PageToRender): Promise<RenderedPage> {
  const { url, origin, client, remote, Routes, pages, form, signal } = page;
  // Removes queries without data: the browser starts without them, and must render the same.
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.status !== 'success') client.getQueryCache().remove(query);
  }
  if (form) client.setQueryData(formOutcomeKey, form);
  const [path = ''] = url.split('?', 1);
  const sidebar = sidebars.get(pages, path);
  const { head, body } = await renderDocument(
    <Platform client={client} origin={origin} pages={pages}>
      <StaticRouter location={url}>
        <RoutesProvider routes={{ [remote]: Routes }}>
          <SidebarHtml value={sidebar}>
            <App />
          </SidebarHtml>
        </RoutesProvider>
      </StaticRouter>
    </Platform>,
    signal,
  );
  if (sidebar === undefined) sidebars.add(pages, path, body);
  return { head, body, queries: timeless(reactQuery.dehydrate(client)) };
}

/** Sets the fetch times to 0, so that the same data always has the same bytes. */
function timeless(state: reactQuery.DehydratedState): reactQuery.DehydratedState {
  const queries = state.queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  }));
  return { ...state, queries };
}
