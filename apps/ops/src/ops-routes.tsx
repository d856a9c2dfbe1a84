import { PageOutlet } from '@docfolio/admin/page-outlet';
import { Route, Routes } from '@docfolio/federation/router';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { lazy, Suspense } from 'react';
import { OpsTabs } from './ops-tabs.js';

const ApiTokensPage = lazy(() => import('./deployments/tokens/api-tokens.page.js'));
const AttentionPage = lazy(() => import('./system/attention/attention.page.js'));
const AuditPage = lazy(() => import('./audit/audit.page.js'));
const DeploymentsPage = lazy(() => import('./deployments/deployments.page.js'));
const OverridePage = lazy(() => import('./deployments/override/override.page.js'));
const SystemPage = lazy(() => import('./system/system.page.js'));

/** The routes of operations. The host shows all but the override's inside its frame. */
export function OpsRoutes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Routes>
        <Route path="/admin/override" element={<OverridePage />} />
        <Route element={<OpsPages />}>
          <Route path="/admin/attention" element={<AttentionPage />} />
          <Route path="/admin/audit/:id?" element={<AuditPage />} />
          <Route path="/admin/deployments" element={<DeploymentsPage />} />
          <Route path="/admin/deployments/tokens" element={<ApiTokensPage />} />
          <Route path="/admin/system" element={<SystemPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

function OpsPages() {
  return (
    <>
      <OpsTabs />
      <PageOutlet />
    </>
  );
}
