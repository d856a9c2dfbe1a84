import { Link, useParams } from '@docfolio/federation/router';
import { siteTitle } from '@docfolio/site-copy/site';
import { Button } from '@docfolio/ui/buttons/button';
import { Seo } from '@docfolio/ui/seo';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { Eye, Unlink } from 'lucide-react';
import { listAddress } from '../posts/list-place.js';
import { PostDate } from '../posts/post-date.js';
import { previewQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';
import type { ShownPreview } from '../requests.js';
import { Article } from './article.js';
import { PostSkeleton } from './post-skeleton.js';

export function PreviewPage() {
  const { token = '' } = useParams();
  return <Preview key={token} token={token} />;
}

function Preview({ token }: { token: string }) {
  const {
    data: draft,
    error,
    isFetching,
    refetch,
  } = useLoggedQuery('The preview could not be loaded', previewQuery(token));
  const title = draft ? `Preview: ${draft.title}` : 'Preview';
  return (
    <>
      <Seo title={`${title} · ${siteTitle}`} noIndex />
      {draft ? (
        <>
          <PreviewBar draft={draft} />
          <Article post={draft} />
        </>
      ) : draft === null ? (
        <EmptyState
          className="py-24"
          icon={<Unlink size={20} strokeWidth={1.75} />}
          title="This preview link does not work any more"
          detail="Its time is over, or it is not complete. Whoever sent it can make a new one."
          action={
            <Button size="sm" asChild>
              <Link to={listAddress({})}>Go to Blog</Link>
            </Button>
          }
        />
      ) : error ? (
        <ErrorState
          title="Failed to load this preview"
          detail="It is still there, only out of reach for now."
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-24"
        />
      ) : (
        <PostSkeleton />
      )}
    </>
  );
}

function PreviewBar({ draft: { published, slug, expires_at } }: { draft: ShownPreview }) {
  return (
    <p
      role="note"
      className="mb-8 flex items-start gap-2.5 rounded-note border border-line bg-surface px-4 py-2.5 text-muted text-ui print:hidden"
    >
      <Eye aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-faint" />
      {published ? (
        <span>
          Preview: this post is published.{' '}
          <Link to={`/blog/${slug}`} className="text-accent underline underline-offset-3">
            Read it on the site
          </Link>
        </span>
      ) : (
        <span>
          Preview: this draft is not published. The link works until <PostDate date={expires_at} />.
        </span>
      )}
    </p>
  );
}
