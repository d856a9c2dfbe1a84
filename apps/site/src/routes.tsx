import './styles.css';
import { Route, Routes } from '@docfolio/federation/router';
import { NotFoundPage } from './not-found/not-found.page.js';
import { pages } from './pages.js';

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
