import type { PostSummary } from '@docfolio/contracts/entities/post';
import { Link } from '@docfolio/federation/router';
import { useId } from 'react';
import { neighboursQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';

export function Neighbours({ slug }: { slug: string }) {
  const { data } = useLoggedQuery('The neighbouring posts could not be loaded', neighboursQuery(slug));
  if (!data || !(data.previous || data.next)) return null;
  return (
    <nav aria-label="Previous and next post" className="mt-10 grid gap-x-6 gap-y-4 sm:grid-cols-2 print:hidden">
      {data.previous && <Neighbour post={data.previous} side="previous" />}
      {data.next && <Neighbour post={data.next} side="next" />}
    </nav>
  );
}

function Neighbour({ post, side }: { post: PostSummary; side: 'previous' | 'next' }) {
  const id = useId();
  const next = side === 'next';
  return (
    <Link
      to={`/blog/${post.slug}`}
      aria-labelledby={`${id}side ${id}title`}
      className={`block min-w-0 wrap-anywhere border-line border-t pt-4 transition-colors hover:border-accent focus-visible:outline-offset-6 ${next ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <p className="mono text-faint text-mono">
        {!next && <span aria-hidden="true">← </span>}
        <span id={`${id}side`}>{next ? 'Next' : 'Previous'}</span>
        {next && <span aria-hidden="true"> →</span>}
      </p>
      <p id={`${id}title`} dir="auto" className="mt-1.5 font-medium text-ink text-ui">
        {post.title}
      </p>
    </Link>
  );
}
