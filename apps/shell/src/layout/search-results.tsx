import { Link } from '@docfolio/federation/router';
import type { Page } from '@docfolio/site-copy/pages';
import { groupLook } from './sidebar-item.js';
import type { PostSearch } from './use-post-search.js';

interface SearchResultsProps {
  search: string;
  pages: readonly Page[];
  posts: PostSearch;
}

export function SearchResults({ search, pages, posts }: SearchResultsProps) {
  const found = 'last' in posts ? posts.last : undefined;
  return (
    <>
      {pages.length > 0 && (
        <section aria-label="Pages" className="pt-6">
          <h2 className={groupLook}>Pages</h2>
          <ul>
            {pages.map((page) => (
              <Result key={page.path} to={page.path} title={page.title} place={page.path} />
            ))}
          </ul>
        </section>
      )}
      {found && found.items.length > 0 && (
        <section
          aria-label="Posts"
          aria-busy={posts.state === 'searching' || undefined}
          className="pt-6 transition-opacity aria-busy:opacity-60"
        >
          <h2 className={groupLook}>Posts</h2>
          <ul>
            {found.items.map(({ id, slug, title, category }) => (
              <Result key={id} to={`/blog/${slug}`} title={title} place={`/blog · ${category}`} />
            ))}
            {found.total > found.items.length && (
              <Result
                to={`/blog?${new URLSearchParams({ search })}`}
                title={`All ${found.total} posts`}
                place="/blog · search"
              />
            )}
          </ul>
        </section>
      )}
      {posts.state === 'failed' && (
        <p className="px-2 pt-6 text-caption text-faint">Posts cannot be searched right now.</p>
      )}
    </>
  );
}

function Result({ to, title, place }: { to: string; title: string; place: string }) {
  return (
    <li>
      <Link
        to={to}
        className="block rounded-control py-1.5 pr-2 pl-9 text-muted transition-colors hover:bg-surface hover:text-ink"
      >
        <span dir="auto" className="line-clamp-2 font-book text-ui">
          {title}
        </span>
        <span className="mono block truncate text-faint text-mono">{place}</span>
      </Link>
    </li>
  );
}

/** Returns the text that screen readers announce after a search, such as `2 pages, 14 posts`; '' while searching. */
export function tellResults(pages: number, posts: PostSearch): string {
  if (posts.state === 'searching') return '';
  if (posts.state === 'failed') return `${count(pages, 'page')}; posts cannot be searched right now`;
  if (posts.state === 'off') return count(pages, 'page');
  return `${count(pages, 'page')}, ${count(posts.last.total, 'post')}`;
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
