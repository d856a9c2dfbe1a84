import { Navigate, useLocation, useParams } from '@docfolio/federation/router';
import { Newsletter } from '../newsletter/newsletter.js';
import { missingPost } from '../posts/missing-post.js';
import { isMissing, postQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';
import { Article, type CommentsComponent } from './article.js';
import { FailedPost } from './failed-post.js';
import { PostSkeleton } from './post-skeleton.js';

export interface PostPageProps {
  Comments: CommentsComponent;
}

export function PostPage({ Comments }: PostPageProps) {
  const { slug = '' } = useParams();
  return (
    <>
      <Post key={slug} slug={slug} Comments={Comments} />
      <Newsletter />
    </>
  );
}

function Post({ slug, Comments }: PostPageProps & { slug: string }) {
  const { hash } = useLocation();
  const { data: post, error } = useLoggedQuery('The post could not be loaded', postQuery(slug));
  // The post was requested by a former slug.
  if (post && post.slug !== slug) return <Navigate to={`/blog/${post.slug}${hash}`} replace />;
  if (post) return <Article post={post} Comments={Comments} />;
  if (isMissing(error)) return <Navigate to="/blog" replace state={missingPost} />;
  if (error) return <FailedPost error={error} />;
  return <PostSkeleton />;
}
