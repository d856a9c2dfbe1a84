import { Outlet, Route, Routes } from '@docfolio/federation/router';
import { FullPageSpinner, Spinner } from '@docfolio/ui/spinner';
import { lazy, Suspense, useState } from 'react';
import { AccessGuard } from './access/access-guard.js';
import { AdminLayout } from './layout/admin-layout.js';
import { useSidebarCounts } from './layout/sidebar-counts.js';
import { useLiveRecords } from './live.js';
import { Palette } from './palette/palette.js';
import { PasswordDialog } from './password/password-dialog.js';

const AttentionPage = lazy(() => import('./attention/attention.page.js'));
const SignInPage = lazy(() => import('./access/sign-in.page.js'));
const ForgotPasswordPage = lazy(() => import('./access/forgot-password.page.js'));
const ResetPasswordPage = lazy(() => import('./access/reset-password.page.js'));
const BookmarkListPage = lazy(() => import('../bookmarks/bookmark-list.page.js'));
const ClientListPage = lazy(() => import('../people/clients/client-list.page.js'));
const CommentListPage = lazy(() => import('../blog/comments/comment-list.page.js'));
const DashboardPage = lazy(() => import('./dashboard/dashboard.page.js'));
const EditorPage = lazy(() => import('../blog/editor/editor.page.js'));
const ServiceInquiryListPage = lazy(() => import('../people/inquiries/service-inquiry-list.page.js'));
const PortfolioInquiryListPage = lazy(() => import('../people/inquiries/portfolio-inquiry-list.page.js'));
const SubscriberListPage = lazy(() => import('../people/subscribers/subscriber-list.page.js'));
const LeadListPage = lazy(() => import('../people/leads/lead-list.page.js'));
const PostListPage = lazy(() => import('../blog/posts/post-list.page.js'));
const ProjectListPage = lazy(() => import('../people/projects/project-list.page.js'));
const TestimonialListPage = lazy(() => import('../testimonials/testimonial-list.page.js'));
const TrashPage = lazy(() => import('./trash/trash.page.js'));

/** The CRM's pages. Other paths below `/admin` are not its own: the host shows the public 404 page for them. */
export function CrmRoutes() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Routes>
        <Route path="/auth" element={<SignInPage />} />
        <Route path="/auth/forgot" element={<ForgotPasswordPage />} />
        <Route path="/auth/reset" element={<ResetPasswordPage />} />
        <Route
          element={
            <AccessGuard>
              <Admin />
            </AccessGuard>
          }
        >
          <Route path="/admin" element={<DashboardPage />} />
          <Route path="/admin/leads/:id?" element={<LeadListPage />} />
          <Route path="/admin/clients/:id?" element={<ClientListPage />} />
          <Route path="/admin/projects/:id?" element={<ProjectListPage />} />
          <Route path="/admin/testimonials/:id?" element={<TestimonialListPage />} />
          <Route path="/admin/bookmarks" element={<BookmarkListPage />} />
          <Route path="/admin/attention" element={<AttentionPage />} />
          <Route path="/admin/trash" element={<TrashPage />} />
          <Route path="/admin/service-inquiries/:id?" element={<ServiceInquiryListPage />} />
          <Route path="/admin/portfolio-inquiries/:id?" element={<PortfolioInquiryListPage />} />
          <Route path="/admin/blog-subscribers/:id?" element={<SubscriberListPage />} />
          <Route path="/admin/blog" element={<PostListPage />} />
          <Route path="/admin/blog/comments/:id?" element={<CommentListPage />} />
          <Route path="/admin/blog/new" element={<EditorPage />} />
          <Route path="/admin/blog/edit/:id" element={<EditorPage />} />
          <Route path="/admin/blog/:id" element={<EditorPage />} />
        </Route>
      </Routes>
    </Suspense>
  );
}

/** Only inside the guard: nothing is asked of the server before it is known who asks. */
function Admin() {
  useLiveRecords();
  const [changesPassword, setChangesPassword] = useState(false);
  return (
    <>
      <AdminLayout counts={useSidebarCounts()} search={<Palette />} onChangePassword={() => setChangesPassword(true)}>
        {/* The frame stays while a page's own module is on its way. */}
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </AdminLayout>
      <PasswordDialog open={changesPassword} onOpenChange={setChangesPassword} />
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
