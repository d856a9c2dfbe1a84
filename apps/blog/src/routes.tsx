import './blog.css';
import { Route, Routes } from '@docfolio/federation/router';
import { PostListPage } from './post-list/post-list.page.js';

/** The blog's pages. Paths are absolute: the host has no routes of its own in between. */
export default function BlogRoutes() {
  return (
    <Routes>
      <Route path="/blog" element={<PostListPage />} />
    </Routes>
  );
}
