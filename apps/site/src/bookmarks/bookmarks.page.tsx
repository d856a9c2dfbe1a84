import { headOf } from '@docfolio/site-copy/pages';
import { SearchInput } from '@docfolio/ui/forms/search-input';
import { TabList, TabPanel } from '@docfolio/ui/navigation/tabs';
import { Seo } from '@docfolio/ui/seo';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { bookmarkTabs, labelOf } from './bookmark-place.js';
import { BookmarkResults } from './bookmark-results.js';
import { bookmarksQuery } from './bookmarks-query.js';
import { useBookmarkPlace } from './use-bookmark-place.js';

const tabs = bookmarkTabs.map((value) => ({ value, label: labelOf(value) }));

/** The bookmarks page, which searches and filters in the browser (specification, section 2). */
export default function BookmarksPage() {
  const id = useId();
  const head = headOf('/bookmarks');
  const { place, typed, setTyped, setTab, clear } = useBookmarkPlace();
  const query = useQuery(bookmarksQuery());
  return (
    <>
      <Seo {...head} />
      <h1 className="text-ink text-title max-md:text-title-sm">Bookmarks</h1>
      <p className="mt-2 text-lede text-muted">{head.description}</p>
      <div className="mt-8 mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchInput
          label="Search bookmarks"
          placeholder="Search bookmarks"
          value={typed}
          onValueChange={setTyped}
          slashKey={false}
          className="w-70 max-md:w-full"
        />
        <TabList
          id={id}
          label="Categories"
          tabs={tabs}
          value={place.tab}
          onValueChange={setTab}
          onePanel
          className="max-md:-mx-3"
        />
      </div>
      <TabPanel id={id} value={place.tab} className="@container min-h-96">
        <BookmarkResults place={place} query={query} onClear={clear} />
      </TabPanel>
    </>
  );
}
