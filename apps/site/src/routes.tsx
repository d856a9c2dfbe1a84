import './styles.css';
import { Route, Routes } from '@docfolio/federation/router';
import { NotFoundPage } from './not-found/not-found.page.js';
import { pages } from './pages.js';

/** The routes of all public pages except the blog's; the 404 page for any other path. */
export default function SiteRoutes() {
  return (
    <Routes>
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
