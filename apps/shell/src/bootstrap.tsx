import './shell.css';
import { createQueryClient } from '@docfolio/api-client/query-client';
import { readPageState } from '@docfolio/federation/page-state';
import { BrowserRouter } from '@docfolio/federation/router';
import { preloadRemote, registerTable } from '@docfolio/federation/runtime';
import { notFoundRemote, pageAt } from '@docfolio/site-copy/pages';
import { hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, Platform } from './app.js';
import { tolerateForeignChanges } from './browser/foreign-changes.js';
import { handleUnusualInput } from './browser/keys-and-fills.js';
import { keepTypedValues } from './browser/typed-values.js';
import { startBuildReports } from './build-reports.js';
import { AdminLayout, preloadAdminLayout } from './layout/admin-layout.js';

tolerateForeignChanges();
keepTypedValues();
handleUnusualInput();
registerTable();
startBuildReports();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const { origin, queries, pages } = readPageState();
const client = createQueryClient();
const page = (
  <Platform client={client} origin={origin} pages={pages}>
    <BrowserRouter>
      <App AdminLayout={AdminLayout} />
    </BrowserRouter>
  </Platform>
);
if (queries) {
  hydrate(client, queries);
  // Hydrates in slices, so that scrolling and typing are not delayed.
  startTransition(() => void hydrateRoot(root, page));
} else {
  const shown = pageAt(window.location.pathname, pages);
  const loads = [preloadRemote(shown?.remote ?? notFoundRemote), shown?.frame === 'admin' && preloadAdminLayout()];
  void Promise.all(loads).then(() => createRoot(root).render(page));
}

const overrides = document.getElementById('overrides')?.textContent;
if (overrides) {
  void import(/* webpackChunkName: "lazy-overrides" */ './override/show-overrides.js').then(({ showOverrides }) =>
    showOverrides(overrides),
  );
}
