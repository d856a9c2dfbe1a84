import { Outlet, Route, Routes } from '@docfolio/federation/router';
import { FullPageSpinner, Spinner } from '@docfolio/ui/display/spinner';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AccessGuard } from './app/access/access-guard.js';
import { allKinds, preloadPage } from './app/kinds.js';
import { AdminLayout } from './app/layout/admin-layout.js';
import { useSidebarCounts } from './app/layout/sidebar-counts.js';
import { useLiveRecords } from './app/live.js';
import { Palette } from './app/palette/palette.js';
import type { PasswordDialogProps } from './app/password/password-dialog.js';
import { onDemand } from './records/on-demand.js';
import { useFormRoute } from './records/use-form-route.js';

const AttentionPage = lazy(() => import('./system/attention/attention.page.js'));
const SignInPage = lazy(() => import('./app/access/sign-in.page.js'));
const ForgotPasswordPage = lazy(() => import('./app/access/forgot-password.page.js'));
const ResetPasswordPage = lazy(() => import('./app/access/reset-password.page.js'));
const ApiTokensPage = lazy(() => import('./deployments/tokens/api-tokens.page.js'));
const AuditPage = lazy(() => import('./app/audit/audit.page.js'));
const DashboardPage = lazy(() => import('./app/dashboard/dashboard.page.js'));
const DeploymentsPage = lazy(() => import('./deployments/deployments.page.js'));
const EditorPage = lazy(() => import('./blog/editor/editor.page.js'));
const OverridePage = lazy(() => import('./app/override/override.page.js'));
const SystemPage = lazy(() => import('./system/system.page.js'));
const TrashPage = lazy(() => import('./app/trash/trash.page.js'));

const PasswordDialog = onDemand<PasswordDialogProps>({
  load: async () => (await import('./app/password/password-dialog.js')).PasswordDialog,
  isOpen: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
  words: 'The form could not be loaded.',
});

let isFirstPageLoaded = false;
const firstPage = preloadPage(window.location.pathname).then(() => {
  isFirstPageLoaded = true;
});

/** Returns whether the page of the address is loaded: React reveals what suspends only 300 ms after its fallback. */
function useFirstPage(): boolean {
  const [isLoaded, setIsLoaded] = useState(isFirstPageLoaded);
  useEffect(() => void firstPage.then(() => setIsLoaded(true)), []);
  return isLoaded;
}

/** The routes under `/auth` and `/admin`. For other paths the host shows its 404 page. */
export function CrmRoutes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Routes>
        <Route path="/auth" element={<SignInPage />} />
        <Route path="/auth/forgot" element={<ForgotPasswordPage />} />
        <Route path="/auth/reset" element={<ResetPasswordPage />} />
        <Route path="/admin/override" element={<OverridePage />} />
        <Route
          element={
            <AccessGuard>
              <Admin />
            </AccessGuard>
          }
        >
          <Route path="/admin" element={<DashboardPage />} />
          {allKinds.map(({ path, drawer, Page }) => (
            <Route key={path} path={drawer ? `${path}/:id?` : path} element={<Page />} />
          ))}
          <Route path="/admin/audit/:id?" element={<AuditPage />} />
          <Route path="/admin/attention" element={<AttentionPage />} />
          <Route path="/admin/deployments" element={<DeploymentsPage />} />
          <Route path="/admin/deployments/tokens" element={<ApiTokensPage />} />
          <Route path="/admin/system" element={<SystemPage />} />
          <Route path="/admin/trash" element={<TrashPage />} />
          <Route path="/admin/blog/new" element={<EditorPage />} />
          <Route path="/admin/blog/edit/:id" element={<EditorPage />} />
          <Route path="/admin/blog/:id" element={<EditorPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

/** The layout of the admin pages. Use it inside AccessGuard only: nothing may be requested before sign-in. */
function Admin() {
  useLiveRecords();
  // In the address, because browsers open it from /.well-known/change-password.
  const account = useFormRoute('account');
  const isFirstPageLoaded = useFirstPage();
  return (
    <>
      <AdminLayout counts={useSidebarCounts()} search={<Palette />} onChangePassword={() => account.open('password')}>
        {/* The layout stays visible while a page's module loads. */}
        <Suspense fallback={<PageSpinner />}>{isFirstPageLoaded ? <Outlet /> : <PageSpinner />}</Suspense>
      </AdminLayout>
      <PasswordDialog open={account.value === 'password'} onOpenChange={account.close} />
    </>
  );
}

function PageSpinner() {
  return (
    <div className="grid grow place-items-center">
      <Spinner size={20} className="text-faint" />
    </div>
  );
}
