import './blog.css';
import { Route, Routes } from '@docfolio/federation/router';
import { Comments } from './comments/comments.js';
import { ConfirmPage, UnsubscribePage } from './newsletter/subscription.page.js';
import { PostPage } from './post/post.page.js';
import { PreviewPage } from './post/preview.page.js';
import { PostListPage } from './post-list/post-list.page.js';

/** List and post are bundled in one file, because visitors of one go to the other next. */
export default function BlogRoutes() {
  return (
    <Routes>
      <Route path="/blog" element={<PostListPage />} />
      <Route path="/blog/:slug" element={<PostPage Comments={Comments} />} />
      <Route path="/blog/preview/:token" element={<PreviewPage />} />
      <Route path="/newsletter/confirm" element={<ConfirmPage />} />
      <Route path="/newsletter/unsubscribe" element={<UnsubscribePage />} />
    </Routes>
  );
}
