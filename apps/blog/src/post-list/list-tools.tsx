import { Link } from '@docfolio/federation/router';
import { Chip } from '@docfolio/ui/chip';
import { Skeleton } from '@docfolio/ui/skeleton';
import { type ListPlace, listAddress } from '../posts/list-place.js';
import { categoriesQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';
import { PostSearch } from './post-search.js';

/** What narrows the list: the search, and a chip for each category. Either begins again at page 1. */
export function ListTools({ place }: { place: ListPlace }) {
  return (
    <div className="mt-8 mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <PostSearch place={place} />
      <Categories place={place} />
    </div>
  );
}

function Categories({ place: { category: chosen, search } }: { place: ListPlace }) {
  const { data, isPending } = useLoggedQuery('The categories of the blog could not be loaded', categoriesQuery());
  const categories = data?.items ?? [];
  // One that is asked for stays in sight, whether it is there or not.
  const shown = chosen && !categories.includes(chosen) ? [...categories, chosen] : categories;
  return (
    <nav aria-label="Categories" className="flex min-w-0 flex-wrap items-center gap-1">
      <Chip selected={!chosen} asChild>
        <Link to={listAddress({ search })}>All Posts</Link>
      </Chip>
      {shown.map((category) => (
        <Chip key={category} selected={category === chosen} className="max-w-full" asChild>
          <Link to={listAddress({ category, search })}>
            <span className="truncate">{category}</span>
          </Link>
        </Chip>
      ))}
      {isPending && ['w-8', 'w-20', 'w-12'].map((width) => <Skeleton key={width} className={`mx-3 ${width}`} />)}
    </nav>
  );
}
