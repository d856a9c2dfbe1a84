import { useId } from 'react';
import { PostCard } from '../posts/post-card.js';
import { relatedQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';

/** Number of posts shown, of the three that are requested (specification, section 9). */
const shown = 2;

/** Up to two newest other posts of the same category; renders nothing if there are none. */
export function RelatedPosts({ slug }: { slug: string }) {
  const id = useId();
  const { data } = useLoggedQuery('The related posts could not be loaded', relatedQuery(slug));
  if (!data?.items.length) return null;
  return (
    <section aria-labelledby={id} className="mt-16 print:hidden">
      <h2 id={id} className="text-h2 text-ink">
        Related articles
      </h2>
      <ul className="mt-5 grid gap-x-6 sm:grid-cols-2">
        {data.items.slice(0, shown).map((post) => (
          <li key={post.id} className="min-w-0">
            <PostCard post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
