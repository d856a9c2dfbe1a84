import { PageOutlet } from '@docfolio/admin/page-outlet';
import { Route, Routes } from '@docfolio/federation/router';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { lazy, Suspense, useEffect, useState } from 'react';
import { allKinds, preloadPage } from './app/kinds.js';

const SignInPage = lazy(() => import('./app/access/sign-in.page.js'));
const ForgotPasswordPage = lazy(() => import('./app/access/forgot-password.page.js'));
const ResetPasswordPage = lazy(() => import('./app/access/reset-password.page.js'));
const DashboardPage = lazy(() => import('./app/dashboard/dashboard.page.js'));
const EditorPage = lazy(() => import('./blog/editor/editor.page.js'));
const TrashPage = lazy(() => import('./app/trash/trash.page.js'));

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

/** The routes under `/auth` and `/admin`. The host shows those under `/admin` inside its frame, and a 404 page for others. */
export function CrmRoutes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Routes>
        <Route path="/auth" element={<SignInPage />} />
        <Route path="/auth/forgot" element={<ForgotPasswordPage />} />
        <Route path="/auth/reset" element={<ResetPasswordPage />} />
        <Route element={<PageOutlet ready={useFirstPage()} />}>
          <Route path="/admin" element={<DashboardPage />} />
          {allKinds.map(({ path, drawer, Page }) => (
            <Route key={path} path={drawer ? `${path}/:id?` : path} element={<Page />} />
          ))}
          <Route path="/admin/trash" element={<TrashPage />} />
          <Route path="/admin/blog/new" element={<EditorPage />} />
          <Route path="/admin/blog/edit/:id" element={<EditorPage />} />
          <Route path="/admin/blog/:id" element={<EditorPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
