import { useLocation } from '@docfolio/federation/router';
import { useFormTitle } from '@docfolio/public-forms/form-outcome';
import { headOf } from '@docfolio/site-copy/pages';
import { Seo } from '@docfolio/ui/seo';
import { useQuery } from '@tanstack/react-query';
import { Newsletter } from '../newsletter/newsletter.js';
import { type ListPlace, listAddress, listPlaceOf } from '../posts/list-place.js';
import { postListQuery } from '../posts/post-queries.js';
import { AddPostLink } from './add-post-link.js';
import { ListTools } from './list-tools.js';
import { MissingPostNotice } from './missing-post-notice.js';
import { PostResults } from './post-results.js';

/** The list of posts. Page number, category and search are in the URL (specification, section 2). */
export function PostListPage() {
  const { search } = useLocation();
  const place = listPlaceOf(new URLSearchParams(search));
  const list = useQuery({ ...postListQuery(place), placeholderData: (previous) => previous });
  const head = headOf('/blog');
  const title = useFormTitle([...filtersOf(place), head.title].join(' · '));
  return (
    <>
      <Seo
        {...head}
        title={title}
        path={listAddress(place)}
        // Search results and empty lists are unlimited in number: search engines should not index them.
        noIndex={
          place.search !== undefined ||
          ((place.page > 1 || place.category !== undefined) && list.data?.items.length === 0)
        }
      />
      <MissingPostNotice />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-ink text-title max-md:text-title-sm">Blog</h1>
          <p className="mt-2 text-lede text-muted">{head.description}</p>
        </div>
        <AddPostLink />
      </div>
      <ListTools place={place} />
      <PostResults place={place} list={list} />
      <Newsletter />
    </>
  );
}

function filtersOf({ page, category, search }: ListPlace): string[] {
  return [search && `“${search}”`, category, page > 1 && `Page ${page}`].filter((part) => typeof part === 'string');
}
