import { Link, useNavigate } from '@docfolio/federation/router';
import { Input } from '@docfolio/ui/forms/input';
import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { type ListPlace, listAddress, listPlaceOf } from '../posts/list-place.js';

/** The search box of the list of posts. Without scripts it submits a GET form. */
export function PostSearch({ place: { category, search = '' } }: { place: ListPlace }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After Back or Forward the URL has another search.
    if (input.current) input.current.value = search;
  }, [search]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = new URLSearchParams({ search: input.current?.value ?? '' });
    navigate(listAddress({ category, search: listPlaceOf(query).search }));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: `<search>` is younger than the browsers that are supported
    <form role="search" action="/blog" onSubmit={submit} className="w-70 max-md:w-full">
      {category && <input type="hidden" name="category" value={category} />}
      <Input
        ref={input}
        type="search"
        name="search"
        size="sm"
        aria-label="Search posts"
        placeholder="Search posts"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        defaultValue={search}
        leading={<Search aria-hidden size={16} strokeWidth={1.75} />}
        trailing={search && <ClearSearch to={listAddress({ category })} />}
        className="[&_input::-webkit-search-cancel-button]:hidden"
      />
    </form>
  );
}

function ClearSearch({ to }: { to: string }) {
  return (
    <Link
      to={to}
      aria-label="Clear search"
      className="touch-target -mr-1 grid size-5 place-items-center rounded-bar text-muted hover:text-ink"
    >
      <X aria-hidden size={14} strokeWidth={1.75} />
    </Link>
  );
}
