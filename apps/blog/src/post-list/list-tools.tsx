import { Link } from '@docfolio/federation/router';
import { Chip, ChipSkeleton } from '@docfolio/ui/buttons/chip';
import { type ListPlace, listAddress } from '../posts/list-place.js';
import { categoriesQuery } from '../posts/post-queries.js';
import { useLoggedQuery } from '../posts/use-logged-query.js';
import { PostSearch } from './post-search.js';

/** Widths of the placeholders shown while the categories load. */
const expected = ['w-8', 'w-20', 'w-12', 'w-16', 'w-18'];

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
  // The selected category is shown even if it does not exist.
  const shown = chosen && !categories.includes(chosen) ? [...categories, chosen] : categories;
  return (
    <nav aria-label="Categories" className="flex min-w-0 flex-wrap items-center gap-1">
      <Chip selected={!chosen} asChild>
        <Link to={listAddress({ search })}>All Posts</Link>
      </Chip>
      {shown.map((category) => (
        <Chip key={category} selected={category === chosen} className="max-w-full" asChild>
          <Link to={listAddress({ category, search })}>
            <span dir="auto" className="truncate">
              {category}
            </span>
          </Link>
        </Chip>
      ))}
      {isPending && expected.map((width) => <ChipSkeleton key={width} className={width} />)}
    </nav>
  );
}
