import { MarkdownView } from '@docfolio/ui/text/markdown-view';
import { type ComponentType, useMemo, useRef } from 'react';
import type { ShownPost } from '../requests.js';
import { AuthorBlock } from './author-block.js';
import { BackToTop } from './back-to-top.js';
import { ContentsRail, ContentsRow } from './contents.js';
import { LikeButton } from './like-button.js';
import { Neighbours } from './neighbours.js';
import { PostHead } from './post-head.js';
import { PostHeader } from './post-header.js';
import { RelatedPosts } from './related-posts.js';
import { ShareButton } from './share-button.js';
import { useReading } from './use-reading.js';
import { useRoutedLinks } from './use-routed-links.js';

export type CommentsComponent = ComponentType<{ id: string; postId: string }>;

const commentsId = 'comments';

interface ArticleProps {
  post: ShownPost;
  /** The comments section; undefined for a preview, which also has no likes, sharing, neighbours or related posts. */
  Comments?: CommentsComponent;
}

export function Article({ post, Comments }: ArticleProps) {
  const text = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isPublic = Comments !== undefined;
  const headings = useMemo(
    () => [...post.headings, ...(isPublic ? [{ id: commentsId, text: 'Comments', depth: 2 as const }] : [])],
    [post.headings, isPublic],
  );
  const sections = useMemo(() => headings.map(({ id }) => id), [headings]);
  const { current, scrolled } = useReading(sections, text, bar);
  useRoutedLinks(text);
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,42rem)_14rem] xl:justify-between">
      {isPublic && <PostHead post={post} />}
      <div
        ref={bar}
        aria-hidden="true"
        data-reading-progress=""
        className="fixed top-13.5 left-0 z-31 h-0.5 w-0 origin-left bg-fill print:hidden"
      />
      <div className="min-w-0 max-w-post">
        <article>
          <PostHeader post={post} commentsId={isPublic ? commentsId : undefined} />
          <ContentsRow headings={headings} current={current} />
          <div ref={text} className="pt-8">
            <MarkdownView nodes={post.document} />
          </div>
          <footer className="mt-12 border-line border-t pt-6">
            {isPublic && (
              <div className="mb-6 flex gap-2 noscript:hidden print:hidden">
                <LikeButton post={post} look="framed" />
                <ShareButton post={post} look="framed" />
              </div>
            )}
            <AuthorBlock name={post.author_name} />
          </footer>
        </article>
        {Comments && (
          <>
            <Neighbours slug={post.slug} />
            <Comments id={commentsId} postId={post.id} />
            <RelatedPosts slug={post.slug} />
          </>
        )}
      </div>
      <aside aria-label="Contents" className="print:hidden">
        <div className="xl:-m-1 xl:sticky xl:top-23 xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto xl:p-1">
          <ContentsRail headings={headings} current={current} />
          {scrolled && <BackToTop />}
        </div>
      </aside>
    </div>
  );
}
