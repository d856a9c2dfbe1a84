import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { FileText, SearchX } from 'lucide-react';
import { type ListPlace, listAddress } from '../posts/list-place.js';

/** Explains why a page of the list is empty. @param pages number of pages that the list has */
export function NoPosts({ place, pages }: { place: ListPlace; pages: number }) {
  return (
    <div className="border-line border-t py-24">
      {pages > 0 ? <AfterLastPage place={place} pages={pages} /> : <EmptyList place={place} />}
    </div>
  );
}

function AfterLastPage({ place, pages }: { place: ListPlace; pages: number }) {
  return (
    <EmptyState
      icon={<FileText size={20} strokeWidth={1.75} />}
      title={`There is no page ${place.page}`}
      detail={pages === 1 ? 'All posts stand on one page.' : `The posts end on page ${pages}.`}
      action={
        <BackLink to={{ ...place, page: pages }}>{pages === 1 ? 'Show the posts' : 'Go to the last page'}</BackLink>
      }
    />
  );
}

function EmptyList({ place: { category, search } }: { place: ListPlace }) {
  if (!category && !search) {
    return (
      <EmptyState
        icon={<FileText size={20} strokeWidth={1.75} />}
        title="Nothing is published yet"
        detail="The first posts are being written. They will appear here."
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.75} />}
      title="No posts found"
      detail={
        <>
          Nothing{category && ` in ${category}`}
          {search ? ` matches “${search}”.` : ' is published.'}
        </>
      }
      action={
        <>
          {search && category && <BackLink to={{ search }}>Search all categories</BackLink>}
          <BackLink to={{}}>Show all posts</BackLink>
        </>
      }
    />
  );
}

function BackLink({ to, children }: { to: Partial<ListPlace>; children: string }) {
  return (
    <Button size="sm" asChild>
      <Link to={listAddress(to)}>{children}</Link>
    </Button>
  );
}
